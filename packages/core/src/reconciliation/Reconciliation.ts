import { Context, DateTime, Effect, Layer, Option } from "effect"
import { MonthEnd } from "../invoices/index.ts"
import {
  type Day,
  dayNumber,
  dayOfNumber,
  inputIssue,
  Instant,
  InvalidInput,
  type Page,
  type PageRequest
} from "../shared/index.ts"
import { DayRecords } from "./DayRecords.ts"
import { isFinished, makeDayRuns, rangeOf, type RunTerms } from "./dayRuns.ts"
import { comparedPaymentDays, dueDays, duePayments, lastEndedDay, missedPayments, reconciledDays } from "./dueDays.ts"
import { type Finding, FindingKind } from "./Finding.ts"
import { type FindingFilter, FindingStore } from "./FindingStore.ts"
import type { UnfinishedRun } from "./UnfinishedRun.ts"

/** Pause before a page that failed is repeated. */
const retryAfter = { hours: 1 }

/** Result of a run. */
export interface ReconciledDay {
  readonly day: Day
  /** Open findings of the day, and of all ledgers. */
  readonly findings: ReadonlyArray<Finding>
  /** Kinds that were not checked, or not completely. */
  readonly unchecked: ReadonlyArray<FindingKind>
}

/**
 * Compares the records of a day with each other: charges, orders at registries, quotes, the ledger, payments and invoices.
 * It changes none of them, except that refunds and chargebacks without a notice are booked as their notices would have
 * been. It is not exposed over REST and does not check permissions.
 */
export class Reconciliation extends Context.Service<Reconciliation, {
  /** Checks a day that has ended for at least an hour, in UTC, and stores the findings. */
  readonly run: (day: Day) => Effect.Effect<ReconciledDay, InvalidInput>
  /** Checks the last day that has ended. */
  readonly runLast: Effect.Effect<ReconciledDay>
  /**
   * Checks one page of the unfinished run, or of the oldest day that is due, or of the next one if that fails; true if more
   * pages are due. The position is stored.
   */
  readonly runDue: Effect.Effect<boolean>
  /** Findings, newest day first. */
  readonly page: (filter: FindingFilter, page: PageRequest) => Effect.Effect<Page<Finding>>
}>()("@namewright/core/reconciliation/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function*() {
      const store = yield* FindingStore
      const { timeAfter } = yield* DayRecords
      const { advance, begin } = yield* makeDayRuns
      const { settings } = yield* MonthEnd

      const checkDay = Effect.fn("Reconciliation.run")(function*(day: Day) {
        let run = yield* begin({ day, scope: "all", withLedgers: true })
        while (!isFinished(run)) run = yield* advance(run)
        const { unchecked } = run.position
        return {
          day,
          findings: yield* store.openOf(day),
          unchecked: FindingKind.literals.filter((kind) => unchecked.includes(kind))
        }
      })

      /** Plans a comparison of the payments of days that were missed. Days without payments are skipped. */
      const planMissed = Effect.fnUntraced(function*(days: ReadonlyArray<Day>, now: Instant.Instant) {
        const end = rangeOf(days.at(-1) ?? lastEndedDay(now)).before
        let next = days[0]
        while (next !== undefined) {
          const time = yield* timeAfter("payments", { from: rangeOf(next).from, before: end }, 0)
          if (time === null) return
          const day = DateTime.formatIsoDateUtc(time)
          if (days.includes(day)) yield* store.planPayments({ day, ran_on: now, payments_due_on: now })
          next = days.find((other) => other > day)
        }
      })

      /** Runs that are due. All ledgers are compared with the last day that has ended. */
      const due = Effect.fnUntraced(function*(now: Instant.Instant) {
        const last = lastEndedDay(now)
        const daysAgo = (days: number) => dayOfNumber(dayNumber(last) - days)
        const hasInvoices = Option.isSome(yield* Effect.option(settings))
        const since = daysAgo(comparedPaymentDays)
        yield* planMissed(missedPayments(now, yield* store.runsSince(since)), now)
        const runs = yield* store.runsSince(since)
        const recent = runs.filter(({ day }) => day >= daysAgo(reconciledDays))
        const days = dueDays(now, recent, yield* store.openDays(daysAgo(reconciledDays)), hasInvoices)
        const ofDays = days.map((day): RunTerms => ({ day, scope: "all", withLedgers: day === last }))
        const ofPayments = duePayments(now, runs).map((day): RunTerms => ({
          day,
          scope: "payments",
          withLedgers: false
        }))
        return [...ofDays, ...ofPayments.filter(({ day }) => !days.includes(day))]
      })

      const reportOpen = Effect.fnUntraced(function*(day: Day) {
        const { length } = yield* store.openOf(day)
        if (length > 0) {
          yield* Effect.logError(
            `The reconciliation of ${day} has ${length} open findings; see namewright reconcile --day ${day}`
          )
        }
      })

      const save = (run: UnfinishedRun) => isFinished(run) ? store.removeUnfinished(run.day) : store.save(run)

      /** Checks the next page of a run; none if it failed. It is repeated later, and does not hold up other days. */
      const advanceDue = (run: UnfinishedRun): Effect.Effect<Option.Option<UnfinishedRun>> =>
        advance(run, save).pipe(
          Effect.tap((next) => isFinished(next) ? reportOpen(run.day) : Effect.void),
          Effect.asSome,
          Effect.catchDefect((defect) =>
            Effect.gen(function*() {
              yield* Effect.logError(`The reconciliation of ${run.day} failed`, defect)
              yield* store.save({ ...run, retry_on: DateTime.add(yield* Instant.now, retryAfter) })
              return Option.none()
            })
          )
        )

      return Reconciliation.of({
        run: Effect.fnUntraced(function*(day) {
          if (dayNumber(day) > dayNumber(lastEndedDay(yield* Instant.now))) {
            const issue = inputIssue(
              ["body", "day"],
              "value_error",
              "A day that ended at least an hour ago, in UTC",
              day
            )
            return yield* new InvalidInput({ issues: [issue] })
          }
          return yield* checkDay(day)
        }),
        runLast: Effect.flatMap(Instant.now, (now) => checkDay(lastEndedDay(now))),
        runDue: Effect.gen(function*() {
          const now = yield* Instant.now
          const unfinished = yield* store.unfinished
          const begun = unfinished.filter(({ retry_on }) => retry_on === null || Instant.hasPassed(retry_on, now))
          const fresh = (yield* due(now)).filter(({ day }) => unfinished.every((run) => run.day !== day))
          const runs = [...begun.map((run) => Effect.succeed(run)), ...fresh.map(begin)]
          for (const [index, run] of runs.entries()) {
            const next = yield* advanceDue(yield* run)
            if (Option.isSome(next)) return !isFinished(next.value) || index < runs.length - 1
          }
          return false
        }),
        page: store.page
      })
    })
  )
}
