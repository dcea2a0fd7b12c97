import { onSqlite } from "./DomainsPlatform.ts"
import { handOverSuite } from "./handOverSuite.ts"
import { outboundTransferSuite } from "./outboundTransferSuite.ts"
import { transferSuite } from "./transferSuite.ts"

transferSuite("sqlite", onSqlite)
outboundTransferSuite("sqlite", onSqlite)
handOverSuite("sqlite", onSqlite)
