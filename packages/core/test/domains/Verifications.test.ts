import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { onSqlite } from "./DomainsPlatform.ts"
import { verificationReportSuite } from "./verificationReportSuite.ts"
import { verificationSuite } from "./verificationSuite.ts"

const storage = memoryDatabase()

verificationSuite("sqlite", storage)
verificationReportSuite("sqlite", onSqlite, storage)
