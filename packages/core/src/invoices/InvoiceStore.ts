import { Context, type Duration, type Effect, type Option } from "effect"
import type {
  BillingModel,
  BillingTransactionId,
  LedgerKey,
  ProductAction,
  ProductType,
  TaxRate
} from "../billing/index.ts"
import type { Instant, Money, OrganizationId, Page, PageRequest, SortOrder } from "../shared/index.ts"
import type {
  BuyerData,
  DocumentType,
  InvoicedStep,
  InvoiceId,
  InvoiceItem,
  PaymentStatus,
  StoredInvoice
} from "./Invoice.ts"

/** The account of a payer in one currency, with the state of its invoices. */
export interface InvoiceAccount extends LedgerKey {
  /** Entries before it are invoiced, except late ones. Null before the first month end. */
  readonly closed_before: Instant.Instant | null
  /** Transactions that changed before it need not be read. */
  readonly scan_from: Instant.Instant | null
}

/** A capture, refund, adjustment or payment of the ledger that no document contains, with its transaction. */
export interface LedgerMovement extends LedgerKey {
  readonly billing_transaction_id: BillingTransactionId
  readonly step: InvoicedStep
  readonly booked_on: Instant.Instant
  readonly product_type: ProductType
  readonly product_reference: string | null
  readonly action: ProductAction
  /** Amounts of the transaction in minor units, without the sign of a refund. */
  readonly price: Money.MinorUnits
  readonly tax_rate: TaxRate
  readonly amount: Money.MinorUnits
  /** Document with the charge of a refund: an invoice, or the credit note of a month whose credits exceeded its charges. */
  readonly charged_by: InvoiceId | null
}

/** Payer as it is now, deleted or not. */
export interface InvoiceParty extends Omit<BuyerData, "vat_id"> {
  readonly tax_id: string | null
  readonly tax_id_type: string | null
  readonly default_locale: string | null
  readonly billing_model: BillingModel
  /** Address of the oldest billing manager; without one of the owner, or of the oldest administrator. */
  readonly email: string | null
  /** Locale of that user. */
  readonly email_locale: string | null
}

/** A movement and the document that contains it. */
export interface NewInvoiceItem {
  readonly billing_transaction_id: BillingTransactionId
  readonly step: InvoicedStep
  readonly invoice_id: InvoiceId
  readonly booked_on: Instant.Instant
}

/** A payment of an invoice, recorded by an operator. */
export interface InvoicePayment {
  readonly organization_id: OrganizationId
  readonly invoice_id: InvoiceId
  readonly reference: string
  readonly amount: Money.MinorUnits
  readonly paid_on: string
}

/** Members of a document that change. */
export type InvoiceChange = Partial<
  Pick<StoredInvoice, "status" | "payment_status" | "paid_amount" | "credited_amount">
>

/** Movements of a range of times; `from` inclusive, `before` exclusive. */
export interface MovementRange {
  /** Reads only transactions that changed at this time or later. */
  readonly changed_since: Instant.Instant
  readonly from: Instant.Instant
  readonly before: Instant.Instant
}

/** Accounts whose complete months are invoiced next, by payer and currency. */
export interface DueAccounts {
  /** Account that precedes them; null for the first ones. */
  readonly after: LedgerKey | null
  /** End of the last complete month. */
  readonly before: Instant.Instant
  /** True to read also accounts whose month a void has reopened since the month end of `before`. */
  readonly includesReopened: boolean
}

/** Accounts that are due, of ledgers that were locked together. */
export interface LockedAccounts {
  /** Accounts that another transaction closed during the wait for their ledgers are left out. */
  readonly accounts: ReadonlyArray<InvoiceAccount>
  /** Last ledger that was locked; null without one. */
  readonly last: LedgerKey | null
  /** True if as many ledgers were locked as allowed, and more accounts may be due. */
  readonly isFull: boolean
}

/** Payments without a receipt; of all payers if `payer` is null. */
export interface PaymentRange {
  readonly since: Instant.Instant
  readonly payer: OrganizationId | null
}

export interface OperatorInvoiceFilter {
  readonly organization_id?: OrganizationId | undefined
  readonly payment_status?: PaymentStatus | undefined
  /** Only documents that are due before it. */
  readonly due_before?: Instant.Instant | undefined
}

/** Storage port of invoices. A movement of the ledger is on at most one document that is not voided. */
export class InvoiceStore extends Context.Service<InvoiceStore, {
  /**
   * Accounts whose complete months are not invoiced. Locks at most `limit` of their ledgers until the transaction ends, so
   * that nothing is booked meanwhile.
   */
  readonly lockDue: (due: DueAccounts, limit: number) => Effect.Effect<LockedAccounts>
  /** Locks the ledger of a payer in one currency until the transaction ends. Taken before the lock of an invoice. */
  readonly lockLedger: (ledger: LedgerKey) => Effect.Effect<void>
  /** The accounts of one payer whose months before `before` are not invoiced or reopened, locked in the same way. */
  readonly lockDueOf: (payer: OrganizationId, before: Instant.Instant) => Effect.Effect<ReadonlyArray<InvoiceAccount>>
  /** Captures, refunds and adjustments of payers that no document contains, oldest first. */
  readonly movements: (
    payers: ReadonlyArray<OrganizationId>,
    range: MovementRange
  ) => Effect.Effect<ReadonlyArray<LedgerMovement>>
  /** Locks the issue of receipts until the transaction ends. Taken before the payments are read. */
  readonly lockReceipts: Effect.Effect<void>
  /** Payments that no receipt contains, oldest first. */
  readonly payments: (range: PaymentRange, limit: number) => Effect.Effect<ReadonlyArray<LedgerMovement>>
  readonly parties: (
    payers: ReadonlyArray<OrganizationId>
  ) => Effect.Effect<ReadonlyMap<OrganizationId, InvoiceParty>>
  /** Draws the next numbers of a series until the transaction ends; the first of them. */
  readonly draw: (series: string, count: number) => Effect.Effect<number>
  readonly insert: (
    invoices: ReadonlyArray<StoredInvoice>,
    items: ReadonlyArray<NewInvoiceItem>
  ) => Effect.Effect<void>
  /** Stores that the months of accounts before a time are invoiced, and that its month end included them. */
  readonly close: (
    accounts: ReadonlyArray<LedgerKey>,
    closed_before: Instant.Instant,
    scan_from: Instant.Instant
  ) => Effect.Effect<void>
  /**
   * Releases the movements of a voided invoice and reopens its month. Transactions are read again that changed at most
   * `overlap` before the earliest movement.
   */
  readonly reopen: (invoice: StoredInvoice, month: Instant.Instant, overlap: Duration.Duration) => Effect.Effect<void>
  /** By id or number. */
  readonly find: (idOrNumber: string) => Effect.Effect<Option.Option<StoredInvoice>>
  readonly findAll: (ids: ReadonlyArray<InvoiceId>) => Effect.Effect<ReadonlyArray<StoredInvoice>>
  /** By id or number, locked until the transaction ends. */
  readonly lock: (idOrNumber: string) => Effect.Effect<Option.Option<StoredInvoice>>
  readonly update: (id: InvoiceId, change: InvoiceChange, at: Instant.Instant) => Effect.Effect<void>
  readonly items: (id: InvoiceId) => Effect.Effect<ReadonlyArray<InvoiceItem>>
  readonly findPayment: (
    payer: OrganizationId,
    reference: string
  ) => Effect.Effect<Option.Option<Pick<InvoicePayment, "invoice_id" | "amount">>>
  readonly insertPayment: (payment: InvoicePayment, at: Instant.Instant) => Effect.Effect<void>
  /** Documents of a payer by issuing date. */
  readonly list: (
    payer: OrganizationId,
    document_type: DocumentType,
    order: SortOrder,
    page: PageRequest
  ) => Effect.Effect<Page<StoredInvoice>>
  /** Documents of all payers, newest first; with `due_before` the latest due date first. */
  readonly listAll: (filter: OperatorInvoiceFilter, page: PageRequest) => Effect.Effect<Page<StoredInvoice>>
}>()("@namewright/core/invoices/InvoiceStore") {}
