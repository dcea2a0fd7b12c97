import { Array as Arr, Context, Effect, Layer, Option, type Stream } from "effect"
import { type AuthorizationError, authorize, OrganizationInactive } from "../access/index.ts"
import { JobQueue } from "../jobs/index.ts"
import {
  type CurrentActor,
  Instant,
  InvalidInput,
  type OrganizationId,
  type Page,
  type PageRequest,
  Transaction
} from "../shared/index.ts"
import type { Month } from "./Month.ts"
import {
  type CreateReport,
  generatedFile,
  newReportId,
  type Report,
  type ReportFilter,
  type ReportId,
  type StoredReport
} from "./Report.ts"
import { ReportCooldown, ReportNotFound, ReportNotReady } from "./ReportError.ts"
import { type ByteRange, ReportFiles } from "./ReportFiles.ts"
import { generationJob } from "./ReportJobs.ts"
import { policyIssues, secondsToWait } from "./ReportPolicy.ts"
import { ReportRecords } from "./ReportRecords.ts"
import { ReportStore } from "./ReportStore.ts"
import { definitionOf, type ReportType } from "./ReportType.ts"

/** File of a finished report. */
export interface ReportDownload {
  readonly report: Report
  /** Size of the file in bytes. */
  readonly size: number
  readonly bytes: (range: ByteRange) => Stream.Stream<Uint8Array>
}

/** Reports of an organization. Source: REST specification, "Endpoints", Reports. */
export class Reports extends Context.Service<Reports, {
  /** Requests a report, which is generated in the background. */
  readonly create: (
    input: CreateReport
  ) => Effect.Effect<Report, AuthorizationError | InvalidInput | ReportCooldown, CurrentActor>
  readonly list: (
    filter: ReportFilter,
    page: PageRequest
  ) => Effect.Effect<Page<Report>, AuthorizationError, CurrentActor>
  readonly get: (id: ReportId) => Effect.Effect<Report, AuthorizationError | ReportNotFound, CurrentActor>
  readonly download: (
    id: ReportId
  ) => Effect.Effect<ReportDownload, AuthorizationError | ReportNotFound | ReportNotReady, CurrentActor>
  /**
   * Requests monthly reports for the platform, without a cooldown. Existing reports are not requested again. Runs in
   * the caller's transaction.
   */
  readonly schedule: (
    reports: ReadonlyArray<{ readonly organization_id: OrganizationId; readonly report_type: ReportType }>,
    month: Month
  ) => Effect.Effect<void>
}>()("@namewright/core/reports/Reports") {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function*() {
      const files = yield* ReportFiles
      const queue = yield* JobQueue
      const records = yield* ReportRecords
      const store = yield* ReportStore
      const transaction = yield* Transaction

      const find = Effect.fnUntraced(function*(organization: OrganizationId, report_id: ReportId) {
        const found = yield* store.find(organization, report_id)
        return Option.isSome(found) ? found.value : yield* new ReportNotFound({ report_id })
      })

      /** Stores a report and enqueues the job that generates it. */
      const insert = Effect.fnUntraced(function*(report: StoredReport) {
        if (yield* store.insert(report)) yield* queue.enqueue(generationJob(report))
      })

      const startCooldown = Effect.fnUntraced(function*(organization: OrganizationId, report_type: ReportType) {
        const now = yield* Instant.now
        const retry_after = secondsToWait(yield* store.lockLastRequest(organization, report_type), now)
        if (retry_after > 0) return yield* new ReportCooldown({ report_type, retry_after })
        yield* store.saveLastRequest(organization, report_type, now)
      })

      const isKnown = (organization: OrganizationId, { registrar_credential_id }: CreateReport) =>
        typeof registrar_credential_id === "string"
          ? records.hasCredential(organization, registrar_credential_id)
          : Effect.succeed(true)

      const create: Reports["Service"]["create"] = Effect.fn("Reports.create")(function*(input) {
        const actor = yield* authorize("organization:read")
        // The permission is for reading, but inactive organizations may not create reports.
        if (!actor.organization_active) return yield* new OrganizationInactive()
        const issues = policyIssues(input, yield* isKnown(actor.organization_id, input))
        if (Arr.isReadonlyArrayNonEmpty(issues)) return yield* new InvalidInput({ issues })
        const report = yield* newReport(actor.organization_id, input.report_type, {
          registrar_credential_id: input.registrar_credential_id ?? null
        })
        yield* transaction.atomically(
          Effect.andThen(startCooldown(actor.organization_id, input.report_type), insert(report))
        )
        return shown(report)
      })

      const list: Reports["Service"]["list"] = Effect.fn("Reports.list")(function*(filter, page) {
        const actor = yield* authorize("organization:read")
        const found = yield* store.list(actor.organization_id, filter, page)
        return { ...found, items: found.items.map(shown) }
      })

      const get = Effect.fn("Reports.get")(function*(report_id: ReportId) {
        const actor = yield* authorize("organization:read")
        return shown(yield* find(actor.organization_id, report_id))
      })

      const download = Effect.fn("Reports.download")(function*(report_id: ReportId) {
        const actor = yield* authorize("organization:read")
        const report = yield* find(actor.organization_id, report_id)
        if (report.status !== "completed") return yield* new ReportNotReady({ report_id, report_status: report.status })
        const file = generatedFile(report)
        const size = yield* files.size(file)
        // Retention removes the file before the report.
        if (Option.isNone(size)) return yield* new ReportNotFound({ report_id })
        return { report: shown(report), size: size.value, bytes: (range: ByteRange) => files.read(file, range) }
      })

      const schedule: Reports["Service"]["schedule"] = Effect.fn("Reports.schedule")(function*(reports, month) {
        for (const { organization_id, report_type } of reports) {
          yield* insert(yield* newReport(organization_id, report_type, { month }))
        }
      })

      return Reports.of({ create, list, get, download, schedule })
    })
  )
}

const newReport = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  report_type: ReportType,
  subject: Partial<Pick<StoredReport, "month" | "registrar_credential_id">>
) {
  const report_id = yield* newReportId
  const now = yield* Instant.now
  const { needs_credential, trigger } = definitionOf(report_type)
  const report: StoredReport = {
    report_id,
    organization_id,
    report_type,
    status: "pending",
    trigger_type: trigger,
    registrar_credential_id: needs_credential ? subject.registrar_credential_id ?? null : null,
    record_count: null,
    file_size_bytes: null,
    generated_on: null,
    created_on: now,
    updated_on: now,
    month: subject.month ?? null,
    attempts: 0
  }
  return report
})

const shown = ({ attempts: _attempts, month: _month, ...report }: StoredReport): Report => report
