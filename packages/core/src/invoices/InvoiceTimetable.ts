import { DateTime, Effect, Layer, Option } from "effect"
import type { LedgerKey } from "../billing/index.ts"
import { Instant, Timetable } from "../shared/index.ts"
import { endOfDueMonth, startOfMonth } from "./BillingMonth.ts"
import { MonthEnd } from "./MonthEnd.ts"

/** Age of payments that the rounds of receipts read. `invoices issue` finds older ones without a receipt. */
const receiptWindow = { days: 7 }

/** Progress of the invoices of the months before a time. */
interface Progress {
  readonly before: Instant.Instant
  readonly after: LedgerKey | null
  readonly done: boolean
}

/** Scheduled work on invoices: the documents of complete months, and receipts. */
export const InvoiceTimetable = Layer.effectDiscard(Effect.gen(function*() {
  const monthEnd = yield* MonthEnd
  const timetable = yield* Timetable
  const settings = yield* Effect.option(monthEnd.settings)
  if (Option.isNone(settings)) return
  const first = startOfMonth(settings.value.first_month)
  // Not stored: accounts that the month end has included are no longer due, so a new process may start over.
  let progress: Progress | undefined

  const months = Effect.gen(function*() {
    const before = endOfDueMonth(yield* Instant.now)
    if (!DateTime.isGreaterThan(before, first)) return false
    const current = progress !== undefined && DateTime.Equivalence(progress.before, before)
      ? progress
      : { before, after: null, done: false }
    if (current.done) return false
    const due = { after: current.after, before, includesReopened: false }
    const { last, more } = yield* monthEnd.closeNext(settings.value, due)
    progress = { before, after: last ?? current.after, done: !more }
    return more
  })

  const receipts = Effect.flatMap(
    Instant.now,
    (now) => monthEnd.receipts(settings.value, { since: DateTime.subtract(now, receiptWindow), payer: null })
  )

  yield* timetable.add({ name: "invoices.months", every: "1 minute", run: months })
  yield* timetable.add({ name: "invoices.receipts", every: "1 minute", run: receipts })
}))
