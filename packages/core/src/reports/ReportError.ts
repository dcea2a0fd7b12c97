import { Schema } from "effect"
import { ReportStatus } from "./Report.ts"

export class ReportNotFound extends Schema.TaggedError<ReportNotFound>()("ReportNotFound", {
  report_id: Schema.String
}) {
  get code() {
    return "ERROR_REPORT_NOT_FOUND" as const
  }
  override get message() {
    return `No report ${this.report_id}`
  }
}

/** There is no file to download: not yet, or not at all. */
export class ReportNotReady extends Schema.TaggedError<ReportNotReady>()("ReportNotReady", {
  report_id: Schema.String,
  /** Beside the problem's own `status`. */
  report_status: ReportStatus
}) {
  get code() {
    return "ERROR_REPORT_NOT_READY" as const
  }
  override get message() {
    return `The report ${this.report_id} is ${this.report_status} and has no file`
  }
}

/** The type was asked for too recently; `retry_after` is in seconds. */
export class ReportCooldown extends Schema.TaggedError<ReportCooldown>()("ReportCooldown", {
  report_type: Schema.String,
  retry_after: Schema.Int
}) {
  get code() {
    return "ERROR_REPORT_COOLDOWN" as const
  }
  override get message() {
    return `A report ${this.report_type} was asked for already; try again in ${this.retry_after} s`
  }
}
