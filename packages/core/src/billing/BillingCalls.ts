import { Effect, Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  CurrentActor,
  inPath,
  type InputOf,
  inQuery,
  Instant,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  OrganizationId,
  type Page,
  searchText
} from "../shared/index.ts"
import {
  BillingTransaction,
  BillingTransactionId,
  BillingTransactionSortField,
  BillingTransactionStatus,
  ProductReference
} from "./BillingTransaction.ts"
import { type BilledOrganization, BillingTransactions } from "./BillingTransactions.ts"
import { Price, ProductAction, ProductType } from "./Price.ts"
import { Prices } from "./Prices.ts"

/** Parameters of the list of transactions. */
export const transactionList = listForm({
  sort: { field: BillingTransactionSortField, standard: { by: "created_on", order: "desc" } },
  filter: {
    product_reference: Schema.optionalKey(ProductReference),
    product_type: Schema.optionalKey(ProductType),
    action: Schema.optionalKey(ProductAction),
    status: Schema.optionalKey(BillingTransactionStatus),
    created_after: Schema.optionalKey(Instant.Instant),
    created_before: Schema.optionalKey(Instant.Instant),
    completed_after: Schema.optionalKey(Instant.Instant),
    completed_before: Schema.optionalKey(Instant.Instant)
  }
})

/** Filter of the list of prices. */
export const priceFilter = {
  product_action: Schema.optionalKey(ProductAction),
  product_class: Schema.optionalKey(searchText)
}

const organization = {
  /** A suborganization. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}
const Organization = Schema.Struct(organization)
const PriceQuery = Schema.Struct({ ...organization, ...priceFilter })

const transactionFilter = {
  ...transactionList.filter,
  /** REST has no such parameter. */
  updated_after: Schema.optionalKey(Instant.Instant),
  ...organization
}

export interface TransactionJson extends JsonOf<typeof BillingTransaction> {}
export interface PriceJson extends JsonOf<typeof Price> {}
export interface TransactionFilterInput extends InputOf<Schema.Struct<typeof transactionFilter>> {}
export interface TransactionQueryInput extends InputOf<typeof Organization> {}
export interface PriceQueryInput extends InputOf<typeof PriceQuery> {}
export type ProductTypeInput = InputOf<typeof ProductType>

/** Charges, refunds, credits and payments of an organization. Amounts are decimal text, such as `"9.50"`. */
export interface TransactionCalls {
  /**
   * Returns one page of transactions, newest first unless `sort` says otherwise.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items } = await caller.transactions.page({ filter: { status: "succeeded", created_after: new Date(2026, 0) } })
   */
  readonly page: (
    request?: ListRequest<TransactionFilterInput, BillingTransactionSortField>,
    options?: CallOptions
  ) => Promise<Page<TransactionJson>>
  /**
   * Iterates over all transactions that match a filter.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const { amount, currency } of caller.transactions.all({ action: "renew" })) console.log(amount, currency)
   */
  readonly all: (
    filter?: TransactionFilterInput,
    options?: AllOptions<BillingTransactionSortField>
  ) => AsyncIterable<TransactionJson>
  /**
   * Returns a transaction.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND, ERROR_TRANSACTION_NOT_FOUND
   *
   * @example
   * const { amount, tax_amount } = await caller.transactions.get(billing_transaction_id)
   */
  readonly get: (
    billing_transaction_id: string,
    query?: TransactionQueryInput,
    options?: CallOptions
  ) => Promise<TransactionJson>
}

/** Prices that an organization pays. */
export interface PriceCalls {
  /**
   * Returns the net prices of a product in the currency of the payer's account. `product_class` of a domain is its TLD.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const [price] = await caller.prices.list("domain", { product_class: "com", product_action: "create" })
   */
  readonly list: (
    product_type: ProductTypeInput,
    query?: PriceQueryInput,
    options?: CallOptions
  ) => Promise<ReadonlyArray<PriceJson>>
}

/** The caller's organization, or the suborganization that it names. */
const billed = (organization_id: OrganizationId | undefined): Effect.Effect<BilledOrganization, never, CurrentActor> =>
  Effect.map(CurrentActor, (actor) => ({
    organization_id: organization_id ?? actor.organization_id,
    context: undefined
  }))

export const transactionCalls = {
  ...listCalls(
    [],
    { ...transactionList, filter: transactionFilter },
    BillingTransaction,
    "billing_transaction_id",
    ({ filter: { organization_id, ...filter }, page, sort }) =>
      Effect.flatMap(
        billed(organization_id),
        (payer) => BillingTransactions.use((transactions) => transactions.list(payer, filter, sort, page))
      )
  ),
  get: call(
    [inPath("billing_transaction_id", BillingTransactionId), inQuery(Organization)],
    BillingTransaction,
    (id, { organization_id }) =>
      Effect.flatMap(
        billed(organization_id),
        (payer) => BillingTransactions.use((transactions) => transactions.get(payer, id))
      )
  )
} satisfies CallsFor<TransactionCalls>

export const priceCalls = {
  list: call(
    [inPath("product_type", ProductType), inQuery(PriceQuery)],
    Schema.Array(Price),
    (product_type, { organization_id, ...filter }) =>
      Effect.flatMap(
        billed(organization_id),
        (payer) => Prices.use((prices) => prices.list(payer, product_type, filter))
      )
  )
} satisfies CallsFor<PriceCalls>
