import { onSqlite } from "./DomainsPlatform.ts"
import { faultSuite } from "./faultSuite.ts"

faultSuite("sqlite", onSqlite)
