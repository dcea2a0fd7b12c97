import { Schema } from "effect"
import {
  BillingTransactionId,
  DecimalAmount,
  LedgerStep,
  ProductAction,
  ProductType,
  TaxRate
} from "../billing/index.ts"
import { MailLocale } from "../mail/index.ts"
import { Instant, Money, OrganizationId, TypeId } from "../shared/index.ts"
import { BillingMonth } from "./BillingMonth.ts"
import { IssuerData, TaxCategory } from "./InvoiceSettings.ts"

const { NullOr } = Schema

export const InvoiceId = TypeId.schema("invoice").pipe(Schema.brand("InvoiceId"))
export type InvoiceId = typeof InvoiceId.Type
export const newInvoiceId = TypeId.generator("invoice", (text) => InvoiceId.make(text))

/** Invoices include credit notes. A receipt confirms a payment. */
export const DocumentType = Schema.Literals(["invoice", "receipt"]).annotate({ identifier: "InvoiceDocumentType" })
export type DocumentType = typeof DocumentType.Type

/** The platform issues `subscription` for the charges of a month, `credit` for credit notes and `one_off` for receipts. */
export const InvoiceType = Schema.Literals([
  "subscription",
  "add_on",
  "credit",
  "one_off",
  "advance_charges",
  "progressive_billing"
]).annotate({ identifier: "InvoiceType" })
export type InvoiceType = typeof InvoiceType.Type

/** The platform stores `finalized` and `voided`. */
export const InvoiceStatus = Schema.Literals(["draft", "finalized", "failed", "pending", "voided"])
  .annotate({ identifier: "InvoiceStatus" })
export type InvoiceStatus = typeof InvoiceStatus.Type

/** `pending` until payments and credit notes cover the invoice of a postpaid payer. `failed` if it was voided while pending. */
export const PaymentStatus = Schema.Literals(["pending", "failed", "succeeded"])
  .annotate({ identifier: "InvoicePaymentStatus" })
export type PaymentStatus = typeof PaymentStatus.Type

/** An invoice, a credit note or a receipt. Amounts of credit notes are positive. Source: gaps, "Invoices". */
export const Invoice = Schema.Struct({
  external_id: InvoiceId,
  number: Schema.String,
  document_type: DocumentType,
  invoice_type: InvoiceType,
  status: InvoiceStatus,
  payment_status: PaymentStatus,
  /** True if the payment is pending after the due date. */
  payment_overdue: Schema.Boolean,
  issuing_date: Instant.Instant,
  payment_due_date: Instant.Instant,
  currency: Money.Currency,
  /** Total: fees, taxes and the rounding of taxes. */
  amount: DecimalAmount,
  /** Net total. */
  fees_amount: DecimalAmount,
  /** Tax, rounded once for each tax rate. */
  taxes_amount: DecimalAmount,
  /** Taxes charged, which are rounded on each charge, minus `taxes_amount`. */
  rounding_amount: DecimalAmount,
  /** Address of the PDF file. */
  file_url: NullOr(Schema.String)
}).annotate({ identifier: "Invoice" })
export type Invoice = typeof Invoice.Type

/** Steps of the ledger that documents contain. */
export const InvoicedStep = LedgerStep.pick(["capture", "refund", "adjust", "top_up"])
export type InvoicedStep = typeof InvoicedStep.Type

/** A buyer as it was when the document was issued. */
export const BuyerData = Schema.Struct({
  organization_id: OrganizationId,
  customer_number: NullOr(Schema.Int),
  name: Schema.String,
  address_1: NullOr(Schema.String),
  address_2: NullOr(Schema.String),
  postal_code: NullOr(Schema.String),
  city: NullOr(Schema.String),
  state: NullOr(Schema.String),
  country_code: NullOr(Schema.String),
  /** VAT id with the prefix of its member state of the EU. Null without one. */
  vat_id: NullOr(Schema.String),
  /** Address of the user who manages the billing. Null without one. */
  email: NullOr(Schema.String),
  business_number: NullOr(Schema.String)
})
export type BuyerData = typeof BuyerData.Type

/** Charges of one product, action and tax rate. Amounts are minor units. */
export const InvoiceLine = Schema.Struct({
  product_type: ProductType,
  action: ProductAction,
  tax_rate: TaxRate,
  tax_category: TaxCategory,
  /** Number of transactions. */
  count: Schema.Int,
  net: Money.MinorUnits
})
export type InvoiceLine = typeof InvoiceLine.Type

/** Tax of one category and rate, computed on the sum of its lines. */
export const InvoiceTax = Schema.Struct({
  tax_category: TaxCategory,
  tax_rate: TaxRate,
  net: Money.MinorUnits,
  tax: Money.MinorUnits,
  /** Reason of a tax exemption; null for taxed and zero-rated lines. */
  reason: NullOr(Schema.String)
})
export type InvoiceTax = typeof InvoiceTax.Type

/** Content of a document that never changes: parties, lines and taxes. */
export const InvoiceContent = Schema.Struct({
  language: MailLocale,
  issuer: IssuerData,
  buyer: BuyerData,
  /** Null for receipts. */
  month: NullOr(BillingMonth),
  lines: Schema.Array(InvoiceLine),
  taxes: Schema.Array(InvoiceTax),
  /** Invoices that a credit note corrects. */
  preceding: Schema.Array(Schema.Struct({ number: Schema.String, issuing_date: Instant.Instant })),
  /** True if the amount is already settled with the balance of the buyer. */
  settled: Schema.Boolean,
  /** Reference of the payment of a receipt; null otherwise. */
  payment_reference: NullOr(Schema.String)
})
export type InvoiceContent = typeof InvoiceContent.Type

/** Amounts of a document in minor units. `amount` is the sum of the others. */
export interface InvoiceAmounts {
  readonly fees_amount: Money.MinorUnits
  readonly taxes_amount: Money.MinorUnits
  readonly rounding_amount: Money.MinorUnits
  readonly amount: Money.MinorUnits
}

/** A stored document. Only the statuses and the paid and credited amounts change. */
export interface StoredInvoice extends InvoiceAmounts {
  readonly invoice_id: InvoiceId
  /** Payer. */
  readonly organization_id: OrganizationId
  readonly number: string
  readonly document_type: DocumentType
  readonly invoice_type: InvoiceType
  readonly status: InvoiceStatus
  readonly payment_status: PaymentStatus
  readonly currency: Money.Currency
  readonly issuing_date: Instant.Instant
  readonly payment_due_date: Instant.Instant
  /** Recorded payments. */
  readonly paid_amount: Money.MinorUnits
  /** Part of an invoice that later credit notes cancel. */
  readonly credited_amount: Money.MinorUnits
  readonly content: InvoiceContent
}

/** A transaction of a document. */
export const InvoiceItem = Schema.Struct({
  billing_transaction_id: BillingTransactionId,
  step: InvoicedStep,
  organization_id: OrganizationId,
  product_type: ProductType,
  product_reference: NullOr(Schema.String),
  action: ProductAction,
  price: DecimalAmount,
  tax_rate: TaxRate,
  tax_amount: DecimalAmount,
  amount: DecimalAmount,
  /** Time of the charge, refund, adjustment or payment. */
  booked_on: Instant.Instant
}).annotate({ identifier: "InvoiceItem" })
export type InvoiceItem = typeof InvoiceItem.Type

/** True for invoices, not for credit notes and receipts. */
export const isInvoice = ({ document_type, invoice_type }: StoredInvoice): boolean =>
  document_type === "invoice" && invoice_type !== "credit"

/** Payment status of an invoice after a payment or a credit note. */
export const settledStatus = (
  { amount, credited_amount, paid_amount, payment_status }: StoredInvoice
): PaymentStatus =>
  payment_status === "pending" && paid_amount + credited_amount >= amount ? "succeeded" : payment_status

/** Amount that is neither paid nor credited, in minor units; zero for credit notes, receipts and voided invoices. */
export const openAmount = (
  { amount, credited_amount, invoice_type, paid_amount, payment_status }: StoredInvoice
): Money.MinorUnits =>
  invoice_type === "credit" || payment_status !== "pending"
    ? Money.zero
    : Money.MinorUnits.make(Math.max(0, amount - paid_amount - credited_amount))
