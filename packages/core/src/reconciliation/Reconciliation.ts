import { Context, DateTime, Effect, Layer, Metric, Option } from "effect"
import { EventLog } from "../events/index.ts"
import { MonthEnd } from "../invoices/index.ts"
import {
  type Day,
  dayNumber,
  dayOfNumber,
  inputIssue,
  Instant,
  InvalidInput,
  type Page,
  type PageRequest,
  Transaction
} from "../shared/index.ts"
import { makeChargeChecks } from "./chargeChecks.ts"
import type { TimeRange } from "./DayRecords.ts"
import { comparedPaymentDays, dueDays, duePayments, lastEndedDay, nextPayments, reconciledDays } from "./dueDays.ts"
import { type CheckResult, type Finding, FindingKind } from "./Finding.ts"
import { type FindingFilter, FindingStore } from "./FindingStore.ts"
import { makeInvoiceChecks } from "./invoiceChecks.ts"
import { makeLedgerCheck } from "./ledgerCheck.ts"
import { makePaymentCheck } from "./paymentChecks.ts"

const counter = Metric.counter("reconciliation_findings_total", {
  description: "New findings of the reconciliation by kind",
  incremental: true
})

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
  /** Checks the oldest day that is due, or the next one if its check fails; true if others are due. */
  readonly runDue: Effect.Effect<boolean>
  /** Findings, newest day first. */
  readonly page: (filter: FindingFilter, page: PageRequest) => Effect.Effect<Page<Finding>>
}>()("@namewright/core/reconciliation/Reconciliation") {
  static readonly layer = Layer.effect(
    Reconciliation,
    Effect.gen(function*() {
      const store = yield* FindingStore
      const events = yield* EventLog
      const transaction = yield* Transaction
      const charges = yield* makeChargeChecks
      const ledgers = yield* makeLedgerCheck
      const payments = yield* makePaymentCheck
      const invoices = yield* makeInvoiceChecks
      const { settings } = yield* MonthEnd

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

      /**
       * Stores the findings of a run, after `begin`, which locks its day. Findings of kinds that were checked completely,
       * and are not found, are resolved.
       */
      const keep = (
        day: Day,
        results: ReadonlyArray<CheckResult>,
        ran_on: Instant.Instant,
        begin: Effect.Effect<void>
      ) =>
        transaction.atomically(Effect.gen(function*() {
          yield* begin
          const open = yield* store.openOf(day)
          const differences = results.flatMap((result) => result.differences)
          const complete = new Set(results.flatMap((result) => result.complete))
          const known = new Map(open.map((finding) => [keyOf(finding), finding]))
          const seen = new Set(differences.map(keyOf))
          const findings = differences.map((difference): Finding => ({
            ...known.get(keyOf(difference)) ?? { day, first_seen_on: ran_on, resolved_on: null },
            ...difference
          }))
          const gone = open.filter((finding) => complete.has(finding.kind) && !seen.has(keyOf(finding)))
          yield* store.put(findings)
          yield* store.resolve(gone, ran_on)
          const added = findings.filter((finding) => !known.has(keyOf(finding)))
          yield* Effect.forEach(added, recordFound, { discard: true })
          yield* transaction.afterCommit(
            Effect.forEach(added, ({ kind }) => Metric.update(Metric.withAttributes(counter, { kind }), 1), {
              discard: true
            })
          )
          return {
            day,
            findings: yield* store.openOf(day),
            unchecked: FindingKind.literals.filter((kind) => !complete.has(kind))
          }
        }))

      const checkDay = Effect.fn("Reconciliation.run")(function*(day: Day) {
        const range = rangeOf(day)
        const ran_on = yield* Instant.now
        const { before } = rangeOf(lastEndedDay(ran_on))
        const ofCharges = [...yield* charges(range), yield* ledgers(before)]
        const ofPayments = yield* payments(range)
        const results = [...ofCharges, ...Option.toArray(ofPayments), ...yield* invoices(range)]
        const payments_due_on = nextPayments(day, ran_on, Option.isSome(ofPayments))
        return yield* keep(day, results, ran_on, store.begin({ day, ran_on, payments_due_on }))
      })

      /** Compares the payments of a day again: refunds and chargebacks follow weeks or months later. */
      const checkPayments = Effect.fn("Reconciliation.payments")(function*(day: Day) {
        const ran_on = yield* Instant.now
        const result = yield* payments(rangeOf(day))
        const payments_due_on = nextPayments(day, ran_on, Option.isSome(result))
        return yield* keep(day, Option.toArray(result), ran_on, store.postponePayments({ day, payments_due_on }))
      })

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
          const daysAgo = (days: number) => dayOfNumber(dayNumber(lastEndedDay(now)) - days)
          const hasInvoices = Option.isSome(yield* Effect.option(settings))
          const runs = yield* store.runsSince(daysAgo(comparedPaymentDays))
          const recent = runs.filter(({ day }) => day >= daysAgo(reconciledDays))
          const due = [
            ...dueDays(now, recent, yield* store.openDays(daysAgo(reconciledDays)), hasInvoices)
              .map((day) => ({ day, check: checkDay })),
            ...duePayments(now, runs).map((day) => ({ day, check: checkPayments }))
          ]
          for (const [index, { check, day }] of due.entries()) {
            if (yield* checkDue(day, check)) return index < due.length - 1
          }
          return false
        }),
        page: store.page
      })
    })
  )
}

/** Checks a day; false if it failed. It then stays due, and does not hold up later days. */
const checkDue = (day: Day, check: (day: Day) => Effect.Effect<ReconciledDay>) =>
  check(day).pipe(
    Effect.tap(({ findings }) =>
      findings.length === 0 ? Effect.void : Effect.logError(
        `The reconciliation of ${day} has ${findings.length} open findings; see namewright reconcile --day ${day}`
      )
    ),
    Effect.as(true),
    Effect.catchDefect((defect) => Effect.as(Effect.logError(`The reconciliation of ${day} failed`, defect), false))
  )

const keyOf = ({ kind, object_id }: Pick<Finding, "kind" | "object_id">): string => `${kind} ${object_id}`

const rangeOf = (day: Day): TimeRange => {
  const from = DateTime.makeUnsafe(`${day}T00:00:00Z`)
  return { from, before: DateTime.add(from, { days: 1 }) }
}
