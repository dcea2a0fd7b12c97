import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { Month } from "./Month.ts"
import type { ReportFilter, ReportId, ReportStatus, StoredReport } from "./Report.ts"
import type { ReportType } from "./ReportType.ts"

/** What a finished generation leaves behind. */
export interface FinishedReport {
  readonly report_id: ReportId
  /** Which generation it was; one that was overtaken by another changes nothing. */
  readonly attempts: number
  readonly status: ReportStatus
  readonly record_count: number | null
  readonly file_size_bytes: number | null
  readonly generated_on: Instant.Instant | null
}

/** Storage port. Which statuses follow which is for the services to say. */
export class ReportStore extends Context.Service<ReportStore, {
  /** False, and nothing stored, if the organization has a report of this type for this month. */
  readonly insert: (report: StoredReport) => Effect.Effect<boolean>
  readonly find: (organization: OrganizationId, id: ReportId) => Effect.Effect<Option.Option<StoredReport>>
  /** Newest first. */
  readonly list: (
    organization: OrganizationId,
    filter: ReportFilter,
    page: PageRequest
  ) => Effect.Effect<Page<StoredReport>>
  /**
   * When the organization last requested a type, null for never; other requests for the same wait until the transaction
   * ends. It is remembered longer than the reports are.
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
  /** Counts one more generation of a report of any organization, if it has one of these statuses, and answers it. */
  readonly start: (
    id: ReportId,
    from: ReadonlyArray<ReportStatus>,
    to: ReportStatus,
    at: Instant.Instant
  ) => Effect.Effect<Option.Option<StoredReport>>
  /** False, and nothing stored, if the report has not this status or another generation was begun. */
  readonly finish: (
    from: ReadonlyArray<ReportStatus>,
    report: FinishedReport,
    at: Instant.Instant
  ) => Effect.Effect<boolean>
  /** Reports of these statuses that nothing happened to since then, the oldest first. */
  readonly untouched: (
    statuses: ReadonlyArray<ReportStatus>,
    since: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ReportId>>
  /** All of one type, newest first. */
  readonly ofType: (
    organization: OrganizationId,
    type: ReportType
  ) => Effect.Effect<ReadonlyArray<StoredReport>>
  readonly remove: (id: ReportId) => Effect.Effect<void>
  /** Organizations that have this type for this month, of some. */
  readonly having: (
    organizations: ReadonlyArray<OrganizationId>,
    type: ReportType,
    month: Month
  ) => Effect.Effect<ReadonlySet<OrganizationId>>
}>()("@namewright/core/reports/ReportStore") {}
