import { onSqlite } from "./DomainsPlatform.ts"
import { outboundTransferSuite } from "./outboundTransferSuite.ts"
import { transferSuite } from "./transferSuite.ts"

transferSuite("sqlite", onSqlite)
outboundTransferSuite("sqlite", onSqlite)
