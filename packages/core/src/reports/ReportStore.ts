import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { Month } from "./Month.ts"
import type { ReportFilter, ReportId, ReportStatus, StoredReport } from "./Report.ts"
import type { ReportType } from "./ReportType.ts"

/** Result of a generation. */
export interface FinishedReport {
  readonly report_id: ReportId
  /** Number of the generation. Only the latest generation can finish a report. */
  readonly attempts: number
  readonly status: ReportStatus
  readonly record_count: number | null
  readonly file_size_bytes: number | null
  readonly generated_on: Instant.Instant | null
}

/** Storage port of reports. The services decide the transitions of statuses. */
export class ReportStore extends Context.Service<ReportStore, {
  /** Stores a report. False, without a change, if the organization has a report of the type for the month. */
  readonly insert: (report: StoredReport) => Effect.Effect<boolean>
  readonly find: (organization: OrganizationId, id: ReportId) => Effect.Effect<Option.Option<StoredReport>>
  /** Lists reports, newest first. */
  readonly list: (
    organization: OrganizationId,
    filter: ReportFilter,
    page: PageRequest
  ) => Effect.Effect<Page<StoredReport>>
  /**
   * Returns the time of the organization's last request of a type, null for none, and locks it until the transaction
   * ends. It is stored even after the report is removed.
   */
  readonly lockLastRequest: (
    organization: OrganizationId,
    type: ReportType
  ) => Effect.Effect<Instant.Instant | null>
  readonly saveLastRequest: (
    organization: OrganizationId,
    type: ReportType,
    at: Instant.Instant
  ) => Effect.Effect<void>
  /** Starts a generation of a report with one of the statuses `from`: counts it and returns the report. */
  readonly start: (
    id: ReportId,
    from: ReadonlyArray<ReportStatus>,
    to: ReportStatus,
    at: Instant.Instant
  ) => Effect.Effect<Option.Option<StoredReport>>
  /** Stores a result. False, without a change, if the status is not in `from` or another generation has started. */
  readonly finish: (
    from: ReadonlyArray<ReportStatus>,
    report: FinishedReport,
    at: Instant.Instant
  ) => Effect.Effect<boolean>
  /** Reports with one of the statuses that were last updated before an instant, the oldest first. */
  readonly notUpdatedSince: (
    statuses: ReadonlyArray<ReportStatus>,
    since: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ReportId>>
  /** All reports of a type, newest first. */
  readonly ofType: (
    organization: OrganizationId,
    type: ReportType
  ) => Effect.Effect<ReadonlyArray<StoredReport>>
  readonly remove: (id: ReportId) => Effect.Effect<void>
  /** Those of the organizations that have a report of the type for the month. */
  readonly organizationsWith: (
    organizations: ReadonlyArray<OrganizationId>,
    type: ReportType,
    month: Month
  ) => Effect.Effect<ReadonlySet<OrganizationId>>
}>()("@namewright/core/reports/ReportStore") {}
