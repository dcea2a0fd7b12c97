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
import { InvoiceStore } from "./InvoiceStore.ts"

/** Accounts whose ledgers one transaction locks. Their charges wait for its commit. */
const accountsPerTransaction = 50

/** Payments of one round. */
const paymentsPerRound = 100

/** Accounts of one transaction, and the documents that it issued. */
export interface ClosedAccounts {
  readonly issued: ReadonlyArray<StoredInvoice>
  /** Last account; null if none was due. */
  readonly last: LedgerKey | null
  readonly more: boolean
}

/**
 * Issues the invoices and credit notes of complete months, and receipts of payments. Each step is one transaction that
 * locks the ledgers of its payers, reads what no document contains, and stores documents with consecutive numbers. A step
 * that is repeated, or runs in two processes, finds nothing left.
 */
export class MonthEnd extends Context.Service<MonthEnd, {
  /** Settings of invoices; fails in a sandbox and without settings. */
  readonly settings: Effect.Effect<InvoiceSettings, InvoicesOff>
  /** Issues the documents of the next accounts after one. */
  readonly closeNext: (
    settings: InvoiceSettings,
    after: LedgerKey | null,
    before: Instant.Instant
  ) => Effect.Effect<ClosedAccounts>
  /** Issues the documents of one payer. */
  readonly closeOf: (
    settings: InvoiceSettings,
    payer: OrganizationId,
    before: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<StoredInvoice>>
  /** Issues receipts of at most 100 payments since a time; true if more may be waiting. */
  readonly receipts: (settings: InvoiceSettings, since: Instant.Instant) => Effect.Effect<boolean>
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
        (settings: InvoiceSettings, after: LedgerKey | null, before: Instant.Instant) =>
          transaction.atomically(Effect.gen(function*() {
            const accounts = yield* store.lockDue(after, before, accountsPerTransaction)
            const issued = accounts.length === 0 ? [] : yield* close(settings, accounts, before)
            const last = accounts.at(-1) ?? null
            return { issued, last, more: accounts.length === accountsPerTransaction }
          }))
      )

      const closeOf = Effect.fn("MonthEnd.closeOf")(
        (settings: InvoiceSettings, payer: OrganizationId, before: Instant.Instant) =>
          transaction.atomically(Effect.gen(function*() {
            const accounts = yield* store.lockDueOf(payer, before)
            return accounts.length === 0 ? [] : yield* close(settings, accounts, before)
          }))
      )

      const receipts = Effect.fn("MonthEnd.receipts")((settings: InvoiceSettings, since: Instant.Instant) =>
        transaction.atomically(Effect.gen(function*() {
          const from = DateTime.max(startOfMonth(settings.first_month), since)
          const payments = yield* store.payments(from, paymentsPerRound)
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
