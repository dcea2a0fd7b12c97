import { onSqlite } from "./DomainsPlatform.ts"
import { transferSuite } from "./transferSuite.ts"

transferSuite("sqlite", onSqlite)
