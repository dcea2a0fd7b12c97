import { onSqlite } from "./DomainsPlatform.ts"
import { renewalSuite } from "./renewalSuite.ts"

renewalSuite("sqlite", onSqlite)
