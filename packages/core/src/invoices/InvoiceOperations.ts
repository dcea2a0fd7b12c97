import { Context, Effect, Layer, Option } from "effect"
import type { UnknownOrganization } from "../access/index.ts"
import { WalletReferenceConflict, Wallets } from "../billing/index.ts"
import {
  Instant,
  type InvalidInput,
  Money,
  type OrganizationId,
  type Page,
  type PageRequest,
  PlatformSettings,
  Transaction
} from "../shared/index.ts"
import { longestBooking } from "./accountClosing.ts"
import { endOfLastMonth, startOfMonth } from "./BillingMonth.ts"
import { voidingDraft } from "./documentDrafts.ts"
import { makeDocumentIssue, recipientOf } from "./documentIssue.ts"
import { type Invoice, type InvoiceItem, isInvoice, openAmount, settledStatus, type StoredInvoice } from "./Invoice.ts"
import { makeInvoiceChange } from "./invoiceChange.ts"
import { InvoiceNotFound, type InvoicesOff, InvoiceStateConflict } from "./InvoiceError.ts"
import type { InvoiceSettings } from "./InvoiceSettings.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { type ClosedAccounts, MonthEnd } from "./MonthEnd.ts"
import { shownInvoice } from "./shownInvoice.ts"

/** A document as operators see it. */
export interface OperatorInvoice extends Invoice {
  readonly organization_id: OrganizationId
  readonly paid_amount: Money.MinorUnits
  readonly credited_amount: Money.MinorUnits
  readonly open_amount: Money.MinorUnits
}

export interface OperatorInvoiceDetails extends OperatorInvoice {
  /** Its transactions. A credit note that voids an invoice has none of its own. */
  readonly items: ReadonlyArray<InvoiceItem>
}

/** Filter of the list. */
export interface OperatorInvoiceQuery {
  readonly organization_id?: OrganizationId | undefined
  readonly payment_status?: Invoice["payment_status"] | undefined
  /** Only invoices whose payment is overdue. */
  readonly overdue?: boolean | undefined
}

/** Payment of an invoice. */
export interface InvoicePaymentRequest {
  /** Above zero, in the currency of the invoice. It may exceed the open amount; all of it is added to the balance. */
  readonly amount: Money.MinorUnits
  /** Number of the payment, unique among the payments of the payer. */
  readonly reference: string
  /** Day on which it was received, `YYYY-MM-DD`. Default: today. */
  readonly paid_on?: string | undefined
}

/** Invoices of all organizations, for the operator. Permissions are not checked. */
export class InvoiceOperations extends Context.Service<InvoiceOperations, {
  /**
   * Issues the documents of complete months and receipts that are missing, of one payer or of all. Returns the new invoices
   * and credit notes.
   */
  readonly issue: (payer: OrganizationId | undefined) => Effect.Effect<ReadonlyArray<OperatorInvoice>, InvoicesOff>
  readonly list: (filter: OperatorInvoiceQuery, page: PageRequest) => Effect.Effect<Page<OperatorInvoice>>
  /** By id or number. */
  readonly get: (invoice: string) => Effect.Effect<OperatorInvoiceDetails, InvoiceNotFound>
  /** By id or number, for its file. */
  readonly find: (invoice: string) => Effect.Effect<StoredInvoice, InvoiceNotFound>
  /**
   * Records a payment of an invoice and books it as a top-up of the payer's balance, in one transaction. A payment that was
   * booked before is not booked again, and may settle an invoice of a deleted payer. A repeated payment is recorded once.
   */
  readonly pay: (
    invoice: string,
    payment: InvoicePaymentRequest
  ) => Effect.Effect<
    OperatorInvoice,
    InvoiceNotFound | InvoiceStateConflict | WalletReferenceConflict | UnknownOrganization | InvalidInput
  >
  /**
   * Voids an invoice with a credit note over all of it. Its charges are invoiced again by `issue`, or at the next month end.
   */
  readonly void: (
    invoice: string
  ) => Effect.Effect<OperatorInvoice, InvoiceNotFound | InvoiceStateConflict | InvoicesOff>
}>()("@namewright/core/invoices/InvoiceOperations") {
  static readonly layer = Layer.effect(
    InvoiceOperations,
    Effect.gen(function*() {
      const store = yield* InvoiceStore
      const monthEnd = yield* MonthEnd
      const wallets = yield* Wallets
      const transaction = yield* Transaction
      const change = yield* makeInvoiceChange
      const issueDocuments = yield* makeDocumentIssue
      const { base_url } = yield* PlatformSettings

      const shown = (stored: StoredInvoice) =>
        Effect.map(Instant.now, (now): OperatorInvoice => ({
          ...shownInvoice(stored, base_url, now),
          organization_id: stored.organization_id,
          paid_amount: stored.paid_amount,
          credited_amount: stored.credited_amount,
          open_amount: openAmount(stored)
        }))

      const find = Effect.fnUntraced(function*(invoice: string) {
        const found = yield* store.find(invoice)
        return Option.isSome(found) ? found.value : yield* new InvoiceNotFound({ invoice })
      })

      /** Locks an invoice that was read before. Ledgers are locked first, as in a month end. */
      const locked = ({ invoice_id }: StoredInvoice) => Effect.map(store.lock(invoice_id), Option.getOrThrow)

      const issueReceipts = Effect.fnUntraced(function*(settings: InvoiceSettings, payer: OrganizationId | null) {
        const range = { since: startOfMonth(settings.first_month), payer }
        while (yield* monthEnd.receipts(settings, range));
      })

      const issueAll = Effect.gen(function*() {
        const settings = yield* monthEnd.settings
        const before = endOfLastMonth(yield* Instant.now)
        const issued: Array<StoredInvoice> = []
        let closed: ClosedAccounts = { issued, last: null, more: true }
        while (closed.more) {
          closed = yield* monthEnd.closeNext(settings, { after: closed.last, before, includesReopened: true })
          issued.push(...closed.issued)
        }
        yield* issueReceipts(settings, null)
        return issued
      })

      const issueOf = Effect.fnUntraced(function*(payer: OrganizationId) {
        const settings = yield* monthEnd.settings
        const issued = yield* monthEnd.closeOf(settings, payer, endOfLastMonth(yield* Instant.now))
        yield* issueReceipts(settings, payer)
        return issued
      })

      /** Top-up that has booked a payment. It settles an invoice also after the deletion of its payer, which gets no new one. */
      const arrivedBefore = (
        { currency, organization_id }: StoredInvoice,
        amount: Money.MinorUnits,
        reference: string
      ) =>
        Effect.map(
          wallets.topUpOf(organization_id, reference),
          Option.filter((found) =>
            amount > 0 && found.amount === amount && found.currency === currency && found.status === "succeeded"
          )
        )

      const pay: InvoiceOperations["Service"]["pay"] = Effect.fn("InvoiceOperations.pay")(
        function*(invoice, { amount, paid_on, reference }) {
          return yield* transaction.atomically(Effect.gen(function*() {
            const found = yield* find(invoice)
            const { currency, invoice_id, organization_id } = found
            const now = yield* Instant.now
            // Money that was booked before with this reference is not booked again, and does not lock the ledger.
            const arrived = yield* arrivedBefore(found, amount, reference)
            const billing_transaction_id = Option.isSome(arrived)
              ? arrived.value.billing_transaction_id
              : yield* wallets.topUp({ organization_id, amount, reference })
            yield* store.lockLedger({ payer_id: organization_id, currency })
            const before = yield* locked(found)
            const earlier = yield* store.findPayment(organization_id, reference)
            const isRepeated = Option.exists(
              earlier,
              (payment) => payment.invoice_id === invoice_id && payment.amount === amount
            )
            if (isRepeated) return yield* shown(before)
            yield* refuseUnpayable(before)
            if (Option.isSome(earlier)) {
              return yield* new WalletReferenceConflict({
                reference,
                billing_transaction_id,
                amount: Money.toDecimal(earlier.value.amount),
                currency,
                status: "succeeded"
              })
            }
            yield* store.insertPayment(
              { organization_id, invoice_id, reference, amount, paid_on: paid_on ?? Instant.format(now).slice(0, 10) },
              now
            )
            const paid_amount = Money.MinorUnits.make(before.paid_amount + amount)
            const payment_status = settledStatus({ ...before, paid_amount })
            return yield* shown(yield* change(before, { paid_amount, payment_status }))
          }))
        }
      )

      const voidInvoice: InvoiceOperations["Service"]["void"] = Effect.fn("InvoiceOperations.void")(
        function*(invoice) {
          const settings = yield* monthEnd.settings
          return yield* transaction.atomically(Effect.gen(function*() {
            const found = yield* find(invoice)
            yield* store.lockLedger({ payer_id: found.organization_id, currency: found.currency })
            const before = yield* locked(found)
            yield* refuseUnvoidable(before)
            const payer = (yield* store.parties([before.organization_id])).get(before.organization_id)
            const recipient = payer === undefined ? null : recipientOf(payer)
            const [note] = yield* issueDocuments([voidingDraft(before, recipient)], settings)
            yield* store.reopen(before, startOfMonth(before.content.month ?? settings.first_month), longestBooking)
            yield* change(before, {
              status: "voided",
              credited_amount: before.amount,
              payment_status: before.payment_status === "pending" ? "failed" : before.payment_status
            })
            return yield* shown(Option.getOrThrow(Option.fromUndefinedOr(note)))
          }))
        }
      )

      return InvoiceOperations.of({
        issue: Effect.fn("InvoiceOperations.issue")(function*(payer) {
          return yield* Effect.forEach(yield* payer === undefined ? issueAll : issueOf(payer), shown)
        }),
        list: Effect.fn("InvoiceOperations.list")(function*({ organization_id, overdue, payment_status }, page) {
          const filter = overdue === true
            ? { organization_id, payment_status: "pending" as const, due_before: yield* Instant.now }
            : { organization_id, payment_status }
          const found = yield* store.listAll(filter, page)
          return { ...found, items: yield* Effect.forEach(found.items, shown) }
        }),
        get: Effect.fn("InvoiceOperations.get")(function*(invoice) {
          const found = yield* find(invoice)
          return { ...(yield* shown(found)), items: yield* store.items(found.invoice_id) }
        }),
        find,
        pay,
        void: voidInvoice
      })
    })
  )
}

const refuseUnpayable = (invoice: StoredInvoice): Effect.Effect<void, InvoiceStateConflict> => {
  const { number, payment_status, status } = invoice
  const reason = !isInvoice(invoice)
    ? "no_invoice"
    : status === "voided"
    ? "voided"
    : payment_status === "pending"
    ? undefined
    : "settled"
  return reason === undefined ? Effect.void : Effect.fail(new InvoiceStateConflict({ number, reason }))
}

const refuseUnvoidable = (invoice: StoredInvoice): Effect.Effect<void, InvoiceStateConflict> => {
  const { credited_amount, number, paid_amount, status } = invoice
  const reason = !isInvoice(invoice)
    ? "no_invoice"
    : status === "voided"
    ? "voided"
    : paid_amount > 0
    ? "paid"
    : credited_amount > 0
    ? "credited"
    : undefined
  return reason === undefined ? Effect.void : Effect.fail(new InvoiceStateConflict({ number, reason }))
}
