import { Effect, Schema } from "effect"
import { Instant, OrganizationId, TypeId } from "../shared/index.ts"
import type { Month } from "./Month.ts"
import { ReportType } from "./ReportType.ts"

export const ReportId = TypeId.schema("report").pipe(Schema.brand("ReportId"))
export type ReportId = typeof ReportId.Type
export const newReportId = TypeId.generator("report", (text) => ReportId.make(text))

/** Credential at an external registrar whose domains are reported. */
export const ReportCredentialId = TypeId.schema("registrar_credential")

export const ReportStatus = Schema.Literals(["pending", "generating", "completed", "empty", "failed"])
  .annotate({ identifier: "ReportStatus" })
export type ReportStatus = typeof ReportStatus.Type

export const ReportTrigger = Schema.Literals(["on_demand", "scheduled"]).annotate({ identifier: "ReportTriggerType" })
export type ReportTrigger = typeof ReportTrigger.Type

/** Export that is generated in the background and then downloaded. Source: REST specification, "Report". */
export const Report = Schema.Struct({
  report_id: ReportId,
  organization_id: OrganizationId,
  report_type: ReportType,
  status: ReportStatus,
  trigger_type: ReportTrigger,
  registrar_credential_id: Schema.NullOr(ReportCredentialId),
  /** Number of records; null until the report is finished. */
  record_count: Schema.NullOr(Schema.Int),
  /** Size of the ZIP file in bytes; null without a file. */
  file_size_bytes: Schema.NullOr(Schema.Int),
  /** Time of completion of the file; null without a file. */
  generated_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Report" })
export type Report = typeof Report.Type

/** Stored report. */
export interface StoredReport extends Report {
  /** Month of a monthly report; null for all others. */
  readonly month: Month | null
  /** Number of started generations. */
  readonly attempts: number
}

/** Request for a report; default: the domain inventory. */
export const CreateReport = Schema.Struct({
  report_type: ReportType.pipe(Schema.withDecodingDefaultKey(Effect.succeed("domain_inventory" as const))),
  registrar_credential_id: Schema.optionalKey(Schema.NullOr(ReportCredentialId))
}).annotate({ identifier: "CreateReport" })
export type CreateReport = typeof CreateReport.Type

/** Filter of a list of reports; time bounds are exclusive. */
export interface ReportFilter {
  readonly report_type?: ReadonlyArray<ReportType> | undefined
  readonly status?: ReadonlyArray<ReportStatus> | undefined
  readonly trigger_type?: ReportTrigger | undefined
  readonly created_after?: Instant.Instant | undefined
  readonly created_before?: Instant.Instant | undefined
}

/** File name of the download. */
export const fileNameOf = ({ report_id, report_type }: Report): string => `${report_type}-${report_id}.zip`

/** Name of the stored file of a generation. Each generation has its own file. */
export const generatedFile = ({ attempts, report_id }: Pick<StoredReport, "attempts" | "report_id">): string =>
  `${report_id}-${attempts}`
