import { DateTime, Effect, Layer } from "effect"
import { Instant, type OrganizationId, Timetable, Transaction } from "../shared/index.ts"
import { dueMonth, type Month, rangeOfMonth } from "./Month.ts"
import { ReportGeneration } from "./ReportGeneration.ts"
import { type BilledOrganization, ReportRecords } from "./ReportRecords.ts"
import { Reports } from "./Reports.ts"
import { openStatuses } from "./ReportState.ts"
import { ReportStore } from "./ReportStore.ts"
import { monthlyTypes, type ReportType } from "./ReportType.ts"

/** Maximum organizations of one round. */
const organizationsPerRound = 500

/** Time without an update after which an unfinished report has lost its job. */
const abandonedAfter = { hours: 24 }

const abandonedPerRound = 100

/** Conditions under which an organization gets a monthly report. */
const isDueFor: Partial<Record<ReportType, (billed: BilledOrganization) => boolean>> = {
  billing_transactions_monthly: ({ own }) => own,
  suborg_billing_transactions_monthly: ({ suborganizations }) => suborganizations
}

/** Progress of the reports of a month: requested for organizations with ids up to `after`, or for all. */
interface Progress {
  readonly month: Month
  readonly after: OrganizationId | null
  readonly done: boolean
}

/** Scheduled work on reports: monthly reports, and the failure of abandoned reports. */
export const ReportTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const generation = yield* ReportGeneration
  const records = yield* ReportRecords
  const reports = yield* Reports
  const store = yield* ReportStore
  const timetable = yield* Timetable
  const transaction = yield* Transaction
  // Not stored: a new process begins with the first organization, and existing reports are not requested again.
  let progress: Progress | undefined

  const missing = Effect.fnUntraced(function*(billed: ReadonlyArray<BilledOrganization>, month: Month) {
    const organizations = billed.map(({ organization_id }) => organization_id)
    const wanted = yield* Effect.forEach(
      monthlyTypes,
      (report_type) =>
        Effect.map(store.organizationsWith(organizations, report_type, month), (existing) =>
          billed
            .filter((organization) =>
              isDueFor[report_type]?.(organization) === true && !existing.has(organization.organization_id)
            )
            .map(({ organization_id }) => ({ organization_id, report_type })))
    )
    return wanted.flat()
  })

  const monthly = Effect.gen(function*() {
    const month = dueMonth(yield* Instant.now)
    const { after, done } = progress?.month === month ? progress : { after: null, done: false }
    if (done) return false
    const billed = yield* records.billed(after, rangeOfMonth(month), organizationsPerRound)
    const wanted = yield* missing(billed, month)
    yield* transaction.atomically(reports.schedule(wanted, month))
    const last = billed.at(-1)
    const more = billed.length === organizationsPerRound && last !== undefined
    progress = { month, after: last?.organization_id ?? after, done: !more }
    return more
  })

  const abandoned = Effect.gen(function*() {
    const since = DateTime.subtract(yield* Instant.now, abandonedAfter)
    const lost = yield* store.notUpdatedSince(openStatuses, since, abandonedPerRound)
    yield* Effect.forEach(lost, generation.abandon, { discard: true })
    return lost.length === abandonedPerRound
  })

  yield* timetable.add({ name: "reports.monthly", every: "1 minute", run: monthly })
  yield* timetable.add({ name: "reports.abandoned", every: "1 hour", run: abandoned })
}))
