import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"
import { ReportStatus } from "./Report.ts"

export class ReportNotFound extends CodedError<ReportNotFound>()("ReportNotFound", {
  code: "ERROR_REPORT_NOT_FOUND",
  fields: { report_id: Schema.String },
  message: ({ report_id }) => `No report ${report_id}`
}) {}

/** There is no file to download: not yet, or not at all. */
export class ReportNotReady extends CodedError<ReportNotReady>()("ReportNotReady", {
  code: "ERROR_REPORT_NOT_READY",
  fields: {
    report_id: Schema.String,
    /** Beside the problem's own `status`. */
    report_status: ReportStatus
  },
  message: ({ report_id, report_status }) => `The report ${report_id} is ${report_status} and has no file`
}) {}

/** The type was requested too recently; `retry_after` is in seconds. */
export class ReportCooldown extends CodedError<ReportCooldown>()("ReportCooldown", {
  code: "ERROR_REPORT_COOLDOWN",
  fields: { report_type: Schema.String, retry_after: Schema.Int },
  message: ({ report_type, retry_after }) =>
    `A report ${report_type} was asked for already; try again in ${retry_after} s`
}) {}
