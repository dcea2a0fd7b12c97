import { onSqlite } from "./DomainsPlatform.ts"
import { refundSuite } from "./refundSuite.ts"

refundSuite("sqlite", onSqlite)
