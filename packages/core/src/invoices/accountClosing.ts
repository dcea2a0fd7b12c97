import { DateTime, Duration, Effect, Option } from "effect"
import type { LedgerKey } from "../billing/index.ts"
import { type Instant, Money } from "../shared/index.ts"
import { startOfMonth } from "./BillingMonth.ts"
import { creditDraft, invoiceDraft, type PayerMonth } from "./documentDrafts.ts"
import { makeDocumentIssue } from "./documentIssue.ts"
import { type InvoiceId, isInvoice, settledStatus, type StoredInvoice } from "./Invoice.ts"
import { makeInvoiceChange } from "./invoiceChange.ts"
import type { InvoiceSettings } from "./InvoiceSettings.ts"
import { type InvoiceAccount, InvoiceStore, type LedgerMovement } from "./InvoiceStore.ts"
import { monthDocuments } from "./monthDocuments.ts"

/** Longest time between the clock reading of a booking and its commit: older transactions are not read again. */
export const longestBooking = Duration.days(1)

const keyOf = ({ currency, payer_id }: LedgerKey): string => `${payer_id} ${currency}`

const ascending = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0

/** Makes the function that issues the documents of complete months of locked accounts, in the caller's transaction. */
export const makeAccountClosing = Effect.gen(function*() {
  const store = yield* InvoiceStore
  const issue = yield* makeDocumentIssue
  const change = yield* makeInvoiceChange

  const movementsOf = Effect.fnUntraced(function*(
    accounts: ReadonlyArray<InvoiceAccount>,
    from: Instant.Instant,
    before: Instant.Instant
  ) {
    // Accounts of one month end have one time, except new and reopened ones.
    const groups = Map.groupBy(accounts, ({ scan_from }) => (scan_from ?? from).epochMilliseconds)
    const found = yield* Effect.forEach([...groups], ([millis, group]) => {
      const keys = new Set(group.map(keyOf))
      const payers = [...new Set(group.map(({ payer_id }) => payer_id))]
      const range = { changed_since: DateTime.makeUnsafe(millis), from, before }
      // Movements are those of the payers in all currencies, whose accounts may be in different groups.
      return Effect.map(store.movements(payers, range), (all) => all.filter((movement) => keys.has(keyOf(movement))))
    })
    return Map.groupBy(found.flat(), keyOf)
  })

  const monthsOf = Effect.fnUntraced(function*(
    accounts: ReadonlyArray<InvoiceAccount>,
    from: Instant.Instant,
    before: Instant.Instant
  ) {
    const movements = yield* movementsOf(accounts, from, before)
    const due = accounts.filter((account) => movements.has(keyOf(account)))
    const parties = yield* store.parties(due.map(({ payer_id }) => payer_id))
    return due.flatMap((account): ReadonlyArray<PayerMonth> => {
      const party = parties.get(account.payer_id)
      const found = movements.get(keyOf(account)) ?? []
      return party === undefined ? [] : monthDocuments(found, account.closed_before ?? from)
        .map((documents) => ({ party, currency: account.currency, documents }))
    })
  })

  /** Issues invoices, and notes which of them contains each charge. */
  const issueInvoices = Effect.fnUntraced(function*(
    settings: InvoiceSettings,
    months: ReadonlyArray<PayerMonth>,
    chargedBy: Map<string, InvoiceId>
  ) {
    const drafts = months.flatMap((month) => invoiceDraft(settings, month))
    const invoices = yield* issue(drafts, settings)
    invoices.forEach(({ invoice_id }, index) => {
      for (const { billing_transaction_id } of drafts[index]?.items ?? []) {
        chargedBy.set(billing_transaction_id, invoice_id)
      }
    })
    return invoices
  })

  /** Adds what a credit note takes back to an invoice. */
  const credit = Effect.fnUntraced(function*(id: InvoiceId, amount: Money.MinorUnits) {
    const before = Option.getOrThrow(yield* store.lock(id))
    const credited_amount = Money.MinorUnits.make(before.credited_amount + amount)
    yield* change(before, { credited_amount, payment_status: settledStatus({ ...before, credited_amount }) })
  })

  /** Issues credit notes, and adds what they take back to the invoices with the charges. */
  const issueCreditNotes = Effect.fnUntraced(function*(
    settings: InvoiceSettings,
    months: ReadonlyArray<PayerMonth>,
    chargedBy: ReadonlyMap<string, InvoiceId>
  ) {
    const known = months.map(({ documents, ...month }) => ({
      ...month,
      documents: {
        ...documents,
        credit: documents.credit.map((one) => ({
          ...one,
          charged_by: one.charged_by ?? chargedBy.get(one.billing_transaction_id) ?? null
        }))
      }
    }))
    const amounts = creditedAmounts(known.flatMap(({ documents }) => documents.credit))
    // The charges of a month whose credits exceeded them are on its credit note, which is not corrected.
    const corrected = (yield* store.findAll([...amounts.keys()])).filter(isInvoice)
    const notes = yield* issue(known.flatMap((month) => creditDraft(settings, month, corrected)), settings)
    const ids = corrected.map(({ invoice_id }) => invoice_id).toSorted(ascending)
    for (const id of ids) yield* credit(id, amounts.get(id) ?? Money.zero)
    return notes
  })

  return Effect.fnUntraced(function*(
    settings: InvoiceSettings,
    accounts: ReadonlyArray<InvoiceAccount>,
    before: Instant.Instant
  ) {
    const months = yield* monthsOf(accounts, startOfMonth(settings.first_month), before)
    const chargedBy = new Map<string, InvoiceId>()
    const issued: Array<StoredInvoice> = []
    // In order, because a credit note of a later month names the invoice of an earlier one.
    const groups = Map.groupBy(months, ({ documents }) => documents.month)
    for (const [, group] of [...groups].toSorted(([a], [b]) => ascending(a, b))) {
      issued.push(...(yield* issueInvoices(settings, group, chargedBy)))
      issued.push(...(yield* issueCreditNotes(settings, group, chargedBy)))
    }
    yield* store.close(accounts, before, DateTime.subtractDuration(before, longestBooking))
    return issued
  })
})

/** Sum of the refunds of each invoice, with tax. */
const creditedAmounts = (refunds: ReadonlyArray<LedgerMovement>): ReadonlyMap<InvoiceId, Money.MinorUnits> => {
  const amounts = new Map<InvoiceId, Money.MinorUnits>()
  for (const { amount, charged_by, step } of refunds) {
    if (step !== "refund" || charged_by === null) continue
    amounts.set(charged_by, Money.MinorUnits.make((amounts.get(charged_by) ?? 0) + amount))
  }
  return amounts
}
