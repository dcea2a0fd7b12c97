import { layer as sqlite } from "@namewright/adapters-sqlite"
import { onSqlite } from "./DomainsPlatform.ts"
import { verificationReportSuite } from "./verificationReportSuite.ts"
import { verificationSuite } from "./verificationSuite.ts"

const storage = sqlite({ filename: ":memory:", synchronous: "normal" })

verificationSuite("sqlite", storage)
verificationReportSuite("sqlite", onSqlite, storage)
