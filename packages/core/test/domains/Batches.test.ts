import { batchSuite } from "./batchSuite.ts"
import { onSqlite } from "./DomainsPlatform.ts"

batchSuite("sqlite", onSqlite)
