import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"
import { ReportStatus } from "./Report.ts"

export class ReportNotFound extends CodedError<ReportNotFound>()("ReportNotFound", {
  code: "ERROR_REPORT_NOT_FOUND",
  fields: { report_id: Schema.String },
  message: ({ report_id }) => `No report ${report_id}`
}) {}

/** The report has no file: it is not finished, empty or failed. */
export class ReportNotReady extends CodedError<ReportNotReady>()("ReportNotReady", {
  code: "ERROR_REPORT_NOT_READY",
  fields: {
    report_id: Schema.String,
    /** Status of the report; `status` is the HTTP status of the problem. */
    report_status: ReportStatus
  },
  message: ({ report_id, report_status }) => `The report ${report_id} is ${report_status} and has no file`
}) {}

/** The type was requested too recently; `retry_after` is in seconds. */
export class ReportCooldown extends CodedError<ReportCooldown>()("ReportCooldown", {
  code: "ERROR_REPORT_COOLDOWN",
  fields: { report_type: Schema.String, retry_after: Schema.Int },
  message: ({ report_type, retry_after }) =>
    `A report ${report_type} was requested recently; try again in ${retry_after} s`
}) {}
