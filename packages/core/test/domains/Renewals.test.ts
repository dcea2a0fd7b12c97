import { onSqlite } from "./DomainsPlatform.ts"
import { renewalByTimeSuite } from "./renewalByTimeSuite.ts"
import { renewalSuite } from "./renewalSuite.ts"

renewalSuite("sqlite", onSqlite)
renewalByTimeSuite("sqlite", onSqlite)
