import { Effect, Schema } from "effect"
import { AmountInput, DecimalAmount, ProductReference } from "../billing/index.ts"
import {
  call,
  type CallOptions,
  type CallsFor,
  Day,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits,
  OrganizationId,
  Page,
  shown
} from "../shared/index.ts"
import { Invoice, InvoiceItem, PaymentStatus } from "./Invoice.ts"
import { type InvoiceFile, InvoiceFileFormat, InvoiceFiles } from "./InvoiceFiles.ts"
import { InvoiceOperations } from "./InvoiceOperations.ts"

const { optionalKey } = Schema

const IssueRequest = Schema.Struct({
  /** Default all payers. */
  organization_id: optionalKey(OrganizationId)
})

const OperatorInvoice = Schema.Struct({
  ...Invoice.fields,
  /** Payer. */
  organization_id: OrganizationId,
  paid_amount: DecimalAmount,
  /** Part that credit notes cancel. */
  credited_amount: DecimalAmount,
  /** Amount that is neither paid nor credited. */
  open_amount: DecimalAmount
})

const OperatorInvoiceDetails = Schema.Struct({ ...OperatorInvoice.fields, items: Schema.Array(InvoiceItem) })

const OperatorInvoiceQuery = Schema.Struct({
  organization_id: optionalKey(OrganizationId),
  payment_status: optionalKey(PaymentStatus),
  /** Only invoices whose payment is overdue. */
  overdue: optionalKey(Schema.Boolean),
  page: optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum }))),
  page_size: optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.pageSize.maximum })))
})

const Payment = Schema.Struct({
  /** Above zero, in the currency of the invoice: minor units as an integer, or decimal text. */
  amount: AmountInput,
  /** Number of the payment. The same reference is recorded once. */
  reference: ProductReference,
  /** Day on which it was received. Default today. */
  paid_on: optionalKey(Day)
})

const FileQuery = Schema.Struct({
  /** Default `pdf`. */
  format: optionalKey(InvoiceFileFormat)
})

export interface OperatorFileInput extends InputOf<typeof FileQuery> {}
export interface InvoiceIssueInput extends InputOf<typeof IssueRequest> {}
export interface OperatorInvoiceJson extends JsonOf<typeof OperatorInvoice> {}
export interface OperatorInvoiceDetailsJson extends JsonOf<typeof OperatorInvoiceDetails> {}
export interface OperatorInvoiceQueryInput extends InputOf<typeof OperatorInvoiceQuery> {}
export interface InvoicePaymentInput extends InputOf<typeof Payment> {}

/** Invoices, credit notes and receipts of all organizations. An invoice is named by its number or its id. */
export interface InvoiceOperatorCalls {
  /**
   * Issues the missing documents of complete months and receipts, and returns the new invoices and credit notes.
   *
   * @throws ERROR_INVOICES_OFF
   *
   * @example
   * for (const { number, amount } of await platform.operator.invoices.issue()) console.log(number, amount)
   */
  readonly issue: (request?: InvoiceIssueInput, options?: CallOptions) => Promise<ReadonlyArray<OperatorInvoiceJson>>
  /**
   * Returns one page of documents, newest first.
   *
   * @example
   * const { items } = await platform.operator.invoices.list({ overdue: true })
   */
  readonly list: (request?: OperatorInvoiceQueryInput, options?: CallOptions) => Promise<Page<OperatorInvoiceJson>>
  /**
   * Returns a document with its transactions.
   *
   * @throws ERROR_INVOICE_NOT_FOUND
   *
   * @example
   * const { items, open_amount } = await platform.operator.invoices.get("2026-000001")
   */
  readonly get: (invoice: string, options?: CallOptions) => Promise<OperatorInvoiceDetailsJson>
  /**
   * Returns the file of a document: `pdf`, or `xml` for the electronic invoice (EN 16931, UBL).
   *
   * @throws ERROR_INVOICE_NOT_FOUND
   *
   * @example
   * const { name, bytes } = await platform.operator.invoices.file("2026-000001")
   */
  readonly file: (invoice: string, query?: OperatorFileInput, options?: CallOptions) => Promise<InvoiceFile>
  /**
   * Records a payment of an invoice, and books it as a top-up of the payer's balance. The same payment is recorded once.
   *
   * @throws ERROR_INVOICE_NOT_FOUND, ERROR_INVOICE_STATE_CONFLICT, ERROR_ORGANIZATION_NOT_FOUND,
   * ERROR_WALLET_REFERENCE_CONFLICT
   *
   * @example
   * const { payment_status } = await platform.operator.invoices.pay("2026-000001", {
   *   amount: "119.00", reference: "bank 4711", paid_on: "2026-02-10"
   * })
   */
  readonly pay: (invoice: string, payment: InvoicePaymentInput, options?: CallOptions) => Promise<OperatorInvoiceJson>
  /**
   * Voids an invoice with a credit note over all of it, and returns the credit note. `issue` invoices the charges again.
   *
   * @throws ERROR_INVOICE_NOT_FOUND, ERROR_INVOICE_STATE_CONFLICT, ERROR_INVOICES_OFF
   *
   * @example
   * const creditNote = await platform.operator.invoices.void("2026-000001")
   */
  readonly void: (invoice: string, options?: CallOptions) => Promise<OperatorInvoiceJson>
}

const byNumber = inPath("invoice", Schema.String.check(Schema.isBetweenLength(1, limits.productReference.maximum)))

export const invoiceOperations = {
  issue: call(
    [inQuery(IssueRequest)],
    Schema.Array(OperatorInvoice),
    ({ organization_id }) => InvoiceOperations.use((invoices) => invoices.issue(organization_id))
  ),
  list: call(
    [inQuery(OperatorInvoiceQuery)],
    Page(OperatorInvoice),
    ({ page = 1, page_size = limits.pageSize.standard, ...filter }) =>
      InvoiceOperations.use((invoices) => invoices.list(filter, { page, page_size }))
  ),
  get: call([byNumber], OperatorInvoiceDetails, (id) => InvoiceOperations.use((invoices) => invoices.get(id))),
  file: shown([byNumber, inQuery(FileQuery)], (id, { format = "pdf" }) =>
    Effect.gen(function*() {
      const { find } = yield* InvoiceOperations
      const { file } = yield* InvoiceFiles
      return yield* file(yield* find(id), format)
    })),
  pay: call(
    [byNumber, inBody(Payment)],
    OperatorInvoice,
    (id, payment) => InvoiceOperations.use((invoices) => invoices.pay(id, payment))
  ),
  void: call([byNumber], OperatorInvoice, (id) => InvoiceOperations.use((invoices) => invoices.void(id)))
} satisfies CallsFor<InvoiceOperatorCalls>
