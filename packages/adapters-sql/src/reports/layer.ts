import { Layer } from "effect"
import * as ReportFilesSql from "./ReportFilesSql.ts"
import * as ReportRecordsSql from "./ReportRecordsSql.ts"
import * as ReportStoreSql from "./ReportStoreSql.ts"

/** What reports are made of, and where they lie. */
export const layer = Layer.mergeAll(ReportStoreSql.layer, ReportFilesSql.layer, ReportRecordsSql.layer)
