import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { LedgerKey } from "../billing/index.ts"
import { type Instant, type OrganizationId, PlatformSettings, Transaction } from "../shared/index.ts"
import { makeAccountClosing } from "./accountClosing.ts"
import { startOfMonth } from "./BillingMonth.ts"
import { receiptDraft } from "./documentDrafts.ts"
import { makeDocumentIssue } from "./documentIssue.ts"
import type { StoredInvoice } from "./Invoice.ts"
import { InvoicesOff } from "./InvoiceError.ts"
import { CurrentInvoiceSettings, type InvoiceSettings } from "./InvoiceSettings.ts"
import { type DueAccounts, InvoiceStore, type PaymentRange } from "./InvoiceStore.ts"

/** Accounts whose ledgers one transaction locks. Their charges wait for its commit. */
const accountsPerTransaction = 50

/** Payments of one round. */
const paymentsPerRound = 100

/** Accounts of one transaction, and the documents that it issued. */
export interface ClosedAccounts {
  readonly issued: ReadonlyArray<StoredInvoice>
  /** Last account whose ledger was locked; null if none was due. */
  readonly last: LedgerKey | null
  readonly more: boolean
}

/**
 * Issues the invoices and credit notes of complete months, and receipts of payments. Each step is one transaction that
 * locks the ledgers of its payers or the issue of receipts, reads what no document contains, and stores documents with
 * consecutive numbers. A step that is repeated, or runs in two processes, finds nothing left.
 */
export class MonthEnd extends Context.Service<MonthEnd, {
  /** Settings of invoices; fails in a sandbox and without settings. */
  readonly settings: Effect.Effect<InvoiceSettings, InvoicesOff>
  /** Issues the documents of the next due accounts. */
  readonly closeNext: (settings: InvoiceSettings, due: DueAccounts) => Effect.Effect<ClosedAccounts>
  /** Issues the documents of one payer. */
  readonly closeOf: (
    settings: InvoiceSettings,
    payer: OrganizationId,
    before: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<StoredInvoice>>
  /** Issues receipts of at most 100 payments; true if more may be waiting. */
  readonly receipts: (settings: InvoiceSettings, range: PaymentRange) => Effect.Effect<boolean>
}>()("@namewright/core/invoices/MonthEnd") {
  static readonly layer = Layer.effect(
    MonthEnd,
    Effect.gen(function*() {
      const store = yield* InvoiceStore
      const transaction = yield* Transaction
      const issue = yield* makeDocumentIssue
      const close = yield* makeAccountClosing
      const { environment } = yield* PlatformSettings
      const chosen = yield* CurrentInvoiceSettings

      const closeNext = Effect.fn("MonthEnd.closeNext")(
        (settings: InvoiceSettings, due: DueAccounts) =>
          transaction.atomically(Effect.gen(function*() {
            const { accounts, isFull, last } = yield* store.lockDue(due, accountsPerTransaction)
            const issued = accounts.length === 0 ? [] : yield* close(settings, accounts, due.before)
            return { issued, last, more: isFull }
          }))
      )

      const closeOf = Effect.fn("MonthEnd.closeOf")(
        (settings: InvoiceSettings, payer: OrganizationId, before: Instant.Instant) =>
          transaction.atomically(Effect.gen(function*() {
            const accounts = yield* store.lockDueOf(payer, before)
            return accounts.length === 0 ? [] : yield* close(settings, accounts, before)
          }))
      )

      const receipts = Effect.fn("MonthEnd.receipts")((settings: InvoiceSettings, { payer, since }: PaymentRange) =>
        transaction.atomically(Effect.gen(function*() {
          const from = DateTime.max(startOfMonth(settings.first_month), since)
          yield* store.lockReceipts
          const payments = yield* store.payments({ since: from, payer }, paymentsPerRound)
          const parties = yield* store.parties([...new Set(payments.map(({ payer_id }) => payer_id))])
          yield* issue(
            payments.flatMap((payment) => {
              const party = parties.get(payment.payer_id)
              return party === undefined ? [] : [receiptDraft(settings, party, payment)]
            }),
            settings
          )
          return payments.length === paymentsPerRound
        }))
      )

      return MonthEnd.of({
        settings: environment === "sandbox"
          ? Effect.fail(new InvoicesOff({ reason: "sandbox" }))
          : Option.match(chosen, {
            onNone: () => Effect.fail(new InvoicesOff({ reason: "settings" })),
            onSome: Effect.succeed
          }),
        closeNext,
        closeOf,
        receipts
      })
    })
  )
}
