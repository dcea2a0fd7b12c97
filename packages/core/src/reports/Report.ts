import { Effect, Schema } from "effect"
import { Instant, OrganizationId, TypeId } from "../shared/index.ts"
import type { Month } from "./Month.ts"
import { ReportType } from "./ReportType.ts"

export const ReportId = TypeId.schema("report").pipe(Schema.brand("ReportId"))
export type ReportId = typeof ReportId.Type
export const newReportId = TypeId.generator("report", (text) => ReportId.make(text))

/** The login at an external registrar that a report is about. */
export const ReportCredentialId = TypeId.schema("registrar_credential")

export const ReportStatus = Schema.Literals(["pending", "generating", "completed", "empty", "failed"])
  .annotate({ identifier: "ReportStatus" })
export type ReportStatus = typeof ReportStatus.Type

export const ReportTrigger = Schema.Literals(["on_demand", "scheduled"]).annotate({ identifier: "ReportTriggerType" })
export type ReportTrigger = typeof ReportTrigger.Type

/** An export that is made in the background and then downloaded. Source: REST specification, "Report". */
export const Report = Schema.Struct({
  report_id: ReportId,
  organization_id: OrganizationId,
  report_type: ReportType,
  status: ReportStatus,
  trigger_type: ReportTrigger,
  registrar_credential_id: Schema.NullOr(ReportCredentialId),
  /** Lines of the table or of the document, without headings; null until it is finished. */
  record_count: Schema.NullOr(Schema.Int),
  /** Bytes of the ZIP; null where there is none. */
  file_size_bytes: Schema.NullOr(Schema.Int),
  /** When the file was finished; null where there is none. */
  generated_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Report" })
export type Report = typeof Report.Type

/** A report with what only the platform knows. */
export interface StoredReport extends Report {
  /** The month that a monthly report is about; null for all others. */
  readonly month: Month | null
  /** How often its generation was begun. */
  readonly attempts: number
}

/** What a caller asks for; nothing at all means the domain inventory. */
export const CreateReport = Schema.Struct({
  report_type: ReportType.pipe(Schema.withDecodingDefaultKey(Effect.succeed("domain_inventory" as const))),
  registrar_credential_id: Schema.optionalKey(Schema.NullOr(ReportCredentialId))
}).annotate({ identifier: "CreateReport" })
export type CreateReport = typeof CreateReport.Type

/** Which reports a list shows, newest first; the bounds of times are exclusive. */
export interface ReportFilter {
  readonly report_type?: ReadonlyArray<ReportType> | undefined
  readonly status?: ReadonlyArray<ReportStatus> | undefined
  readonly trigger_type?: ReportTrigger | undefined
  readonly created_after?: Instant.Instant | undefined
  readonly created_before?: Instant.Instant | undefined
}

/** The name under which a report is downloaded. */
export const fileNameOf = ({ report_id, report_type }: Report): string => `${report_type}-${report_id}.zip`

/** The file that a generation of a report writes; each has its own, so that none disturbs another. */
export const generatedFile = ({ attempts, report_id }: Pick<StoredReport, "attempts" | "report_id">): string =>
  `${report_id}-${attempts}`
