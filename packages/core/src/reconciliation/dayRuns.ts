import { DateTime, Effect, Exit, Metric, Option } from "effect"
import { EventLog } from "../events/index.ts"
import { PaymentProvider, type PaymentUncertain, simulatedProvider } from "../payments/index.ts"
import { type Day, Instant, Transaction } from "../shared/index.ts"
import { makeChargeChecks } from "./chargeChecks.ts"
import { type CheckPage, type DayCheck, differencesPerCheck } from "./DayCheck.ts"
import { DayRecords, type TimeRange } from "./DayRecords.ts"
import { nextPayments, paymentsRetry } from "./dueDays.ts"
import type { Difference, Finding } from "./Finding.ts"
import { FindingStore } from "./FindingStore.ts"
import { makeInvoiceChecks } from "./invoiceChecks.ts"
import { ledgerCheck, makeLedgerCheck } from "./ledgerCheck.ts"
import { makePaymentCheck, paymentCheck } from "./paymentChecks.ts"
import { afterPage, afterSilence, beginningOf, type RunScope, type UnfinishedRun } from "./UnfinishedRun.ts"

const counter = Metric.counter("reconciliation_findings_total", {
  description: "New findings of the reconciliation by kind",
  incremental: true
})

/** Checks of a new run. */
export interface RunTerms {
  readonly day: Day
  readonly scope: RunScope
  readonly withLedgers: boolean
}

/** Runs of days, page by page. */
export const makeDayRuns = Effect.gen(function*() {
  const store = yield* FindingStore
  const { timeAfter } = yield* DayRecords
  const events = yield* EventLog
  const transaction = yield* Transaction
  const listsPayments = Option.exists(yield* PaymentProvider, ({ name }) => name !== simulatedProvider)
  // The ledgers are the last, because counting them takes the longest.
  const checks: ReadonlyArray<DayCheck> = [
    ...yield* makeChargeChecks,
    yield* makePaymentCheck,
    ...yield* makeInvoiceChecks,
    yield* makeLedgerCheck
  ]

  /** Records a finding in the change feed. Customers do not see it. One of no organization is no change of the feed. */
  const recordFound = ({ expected, found, kind, object_id, organization_id }: Finding) =>
    organization_id === null ? Effect.void : events.record({
      organization_id,
      kind: "reconciliation.difference_found",
      is_listed: false,
      object_type: "ACCOUNT",
      object_id: organization_id,
      object_name: object_id,
      type: null,
      subtype: "NOTIFICATION",
      event_data: { message: `${kind} ${object_id}: expected ${expected}, found ${found}` }
    })

  /** Stores the findings of a page. Those that were not open are recorded and counted. */
  const keep = Effect.fnUntraced(function*(
    { day, run_number, started_on }: UnfinishedRun,
    differences: ReadonlyArray<Difference>
  ) {
    const findings = differences.map((difference): Finding => ({
      ...difference,
      day,
      first_seen_on: started_on,
      resolved_on: null
    }))
    const added = yield* store.put(findings, run_number)
    yield* Effect.forEach(added, recordFound, { discard: true })
    yield* transaction.afterCommit(
      Effect.forEach(added, ({ kind }) => Metric.update(Metric.withAttributes(counter, { kind }), 1), { discard: true })
    )
  })

  /** Stores the end of a run. A day on which nothing can have been paid is not compared again. While the payment provider does not answer, it is asked about one day in an hour. */
  const finish = Effect.fnUntraced(function*({ day, position, scope, started_on }: UnfinishedRun) {
    const isCompared = listsPayments || (yield* timeAfter("payments", rangeOf(day), 0)) !== null
    const payments_due_on = isCompared ? nextPayments(day, started_on, position.is_answered) : null
    const run = { day, ran_on: started_on, payments_due_on }
    // Before the run of the day: a run that waits for another one must have locked no row of the table.
    if (!position.is_answered) yield* store.postponeDuePayments(DateTime.add(started_on, paymentsRetry))
    yield* scope === "payments" ? store.planPayments(run) : store.finish(run)
  })

  const begin = Effect.fnUntraced(function*({ day, scope, withLedgers }: RunTerms) {
    const own = scope === "payments"
      ? checks.filter(({ name }) => name === paymentCheck)
      : checks.filter(({ name }) => withLedgers || name !== ledgerCheck)
    const run: UnfinishedRun = {
      day,
      scope,
      started_on: yield* Instant.now,
      run_number: yield* store.nextRunNumber,
      retry_on: null,
      position: beginningOf(own)
    }
    return run
  })

  /** Compares the next page of a run. */
  const compared = Effect.fnUntraced(function*(run: UnfinishedRun) {
    const { day, position, started_on } = run
    const check = checks.find(({ name }) => name === position.remaining[0]) ?? unknownCheck
    const page = yield* answered(check.page({ range: rangeOf(day), started_on }, position.page))
    const differences = page === null ? [] : page.differences.slice(0, differencesPerCheck - position.differences)
    const next: UnfinishedRun = {
      ...run,
      retry_on: null,
      position: page === null ? afterSilence(position, check) : afterPage(position, check, page)
    }
    const isEnded = next.position.remaining.length < position.remaining.length
    return {
      next,
      differences,
      resolvable: isEnded ? check.kinds.filter((kind) => !next.position.unchecked.includes(kind)) : [],
      /** True if another page can be stored with this one. */
      isSmall: isEnded && differences.length === 0 && !isFinished(next)
    }
  })

  /**
   * Compares the next page of a run, and stores its findings with `save`, or with the end of the run. After the last page of
   * a check, findings that the run has not found again are resolved. Checks that need one page and find nothing are stored
   * with the next one, because a day of a small installation has no others.
   */
  const advance = Effect.fnUntraced(function*(
    run: UnfinishedRun,
    save: (next: UnfinishedRun) => Effect.Effect<void> = () => Effect.void
  ) {
    let step = yield* compared(run)
    const kinds = [...step.resolvable]
    while (step.isSmall) {
      const following = yield* Effect.exit(compared(step.next))
      // The failure is that of the next page.
      if (Exit.isFailure(following)) break
      step = following.value
      kinds.push(...step.resolvable)
    }
    const { differences, next } = step
    const { day, run_number } = run
    yield* transaction.atomically(Effect.gen(function*() {
      yield* keep(run, differences)
      if (kinds.length > 0) yield* store.resolveUnseen({ day, kinds, run_number }, yield* Instant.now)
      if (isFinished(next)) yield* finish(next)
      yield* save(next)
    }))
    return next
  })

  return { begin, advance }
})

/** True if no check remains. */
export const isFinished = ({ position }: UnfinishedRun): boolean => position.remaining.length === 0

/** Check of an earlier version, which the position of a run may name. */
const unknownCheck: DayCheck = {
  name: "unknown",
  kinds: [],
  page: () => Effect.succeed({ differences: [], unchecked: [], next: null })
}

/** A page; null if the payment provider did not answer. */
const answered = (page: Effect.Effect<CheckPage, PaymentUncertain>): Effect.Effect<CheckPage | null> =>
  Effect.catchTag(
    page,
    "PaymentUncertain",
    ({ cause }) =>
      Effect.as(Effect.logWarning("The payments of a day could not be compared with the provider", cause), null)
  )

/** Time range of a day in UTC. */
export const rangeOf = (day: Day): TimeRange => {
  const from = DateTime.makeUnsafe(`${day}T00:00:00Z`)
  return { from, before: DateTime.add(from, { days: 1 }) }
}
