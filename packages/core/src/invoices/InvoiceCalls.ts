import { Effect, Schema } from "effect"
import type { BilledOrganization } from "../billing/index.ts"
import {
  type AllOptions,
  type CallOptions,
  type CallsFor,
  CurrentActor,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  OrganizationId,
  type Page,
  shown
} from "../shared/index.ts"
import { type DocumentType, Invoice, InvoiceId } from "./Invoice.ts"
import { type InvoiceFile, InvoiceFileFormat, InvoiceFiles } from "./InvoiceFiles.ts"
import { Invoices } from "./Invoices.ts"

export const InvoiceSortField = Schema.Literals(["issuing_date"]).annotate({ identifier: "InvoiceSortField" })
export type InvoiceSortField = typeof InvoiceSortField.Type

/** Parameters of the lists of invoices and receipts. */
export const invoiceList = listForm({
  sort: { field: InvoiceSortField, standard: { by: "issuing_date", order: "desc" } },
  filter: {}
})

const filter = {
  /** A suborganization that pays for itself. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}

export interface InvoiceJson extends JsonOf<typeof Invoice> {}
const FileQuery = Schema.Struct({
  ...filter,
  /** Default `pdf`. */
  format: Schema.optionalKey(InvoiceFileFormat)
})

export interface InvoiceFileInput extends InputOf<typeof FileQuery> {}
export interface InvoiceFilterInput {
  readonly organization_id?: string | undefined
}

/** Invoices and credit notes of an organization that pays for itself. Amounts are decimal text, such as `"9.50"`. */
export interface InvoiceCalls {
  /**
   * Returns one page of invoices and credit notes, newest first unless `sort` says otherwise.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items } = await caller.invoices.page({ page_size: 12 })
   */
  readonly page: (
    request?: ListRequest<InvoiceFilterInput, InvoiceSortField>,
    options?: CallOptions
  ) => Promise<Page<InvoiceJson>>
  /**
   * Iterates over all invoices and credit notes.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const { number, amount, currency } of caller.invoices.all()) console.log(number, amount, currency)
   */
  readonly all: (filter?: InvoiceFilterInput, options?: AllOptions<InvoiceSortField>) => AsyncIterable<InvoiceJson>
  /**
   * Returns the file of an invoice, credit note or receipt: `pdf`, or `xml` for the electronic invoice (EN 16931, UBL).
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_INVOICE_NOT_FOUND, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const { external_id } of caller.invoices.all()) {
   *   const { name, bytes } = await caller.invoices.file(external_id, { format: "xml" })
   *   await writeFile(name, bytes)
   * }
   */
  readonly file: (invoice_id: string, query?: InvoiceFileInput, options?: CallOptions) => Promise<InvoiceFile>
}

/** Receipts of payments. Amounts are decimal text, such as `"9.50"`. */
export interface ReceiptCalls {
  /**
   * Returns one page of receipts, newest first unless `sort` says otherwise.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items } = await caller.receipts.page()
   */
  readonly page: (
    request?: ListRequest<InvoiceFilterInput, InvoiceSortField>,
    options?: CallOptions
  ) => Promise<Page<InvoiceJson>>
  /**
   * Iterates over all receipts.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const { number, amount, currency } of caller.receipts.all()) console.log(number, amount, currency)
   */
  readonly all: (filter?: InvoiceFilterInput, options?: AllOptions<InvoiceSortField>) => AsyncIterable<InvoiceJson>
}

const billed = (organization_id: OrganizationId | undefined): Effect.Effect<BilledOrganization, never, CurrentActor> =>
  Effect.map(CurrentActor, (actor) => ({
    organization_id: organization_id ?? actor.organization_id,
    context: undefined
  }))

const listOf = (document_type: DocumentType) =>
  listCalls(
    [],
    { ...invoiceList, filter },
    Invoice,
    "external_id",
    ({ filter: { organization_id }, page, sort }) =>
      Effect.flatMap(
        billed(organization_id),
        (payer) => Invoices.use((invoices) => invoices.list(payer, document_type, sort.order, page))
      )
  )

export const invoiceCalls = {
  ...listOf("invoice"),
  file: shown(
    [inPath("invoice_id", InvoiceId), inQuery(FileQuery)],
    (id, { format = "pdf", organization_id }) =>
      Effect.gen(function*() {
        const { get } = yield* Invoices
        const { file } = yield* InvoiceFiles
        return yield* file(yield* get(yield* billed(organization_id), id), format)
      })
  )
} satisfies CallsFor<InvoiceCalls>

export const receiptCalls = { ...listOf("receipt") } satisfies CallsFor<ReceiptCalls>
