import { Effect, Option, Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  CurrentActor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  Instant,
  type JsonOf,
  limits,
  listCalls,
  listForm,
  type ListRequest,
  Money,
  OrganizationId,
  type Page,
  searchText
} from "../shared/index.ts"
import { AmountInput, DecimalAmount } from "./Amount.ts"
import {
  BillingTransaction,
  BillingTransactionId,
  BillingTransactionSortField,
  BillingTransactionStatus,
  ProductReference
} from "./BillingTransaction.ts"
import { type BilledOrganization, BillingTransactions } from "./BillingTransactions.ts"
import { Price, ProductAction, ProductType } from "./Price.ts"
import { PriceList } from "./PriceList.ts"
import { Prices } from "./Prices.ts"
import { Wallets } from "./Wallets.ts"

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

const WalletMovement = Schema.Struct({
  /** An organization that pays for itself. */
  organization_id: OrganizationId,
  /** In the currency of its account: minor units as an integer, or decimal text. */
  amount: AmountInput,
  /** Number of the payment or note. The same reference books a movement once. */
  reference: Schema.String.check(
    Schema.isBetweenLength(limits.productReference.minimum, limits.productReference.maximum)
  )
})

const Balance = Schema.Struct({ amount: DecimalAmount, currency: Money.Currency })

const UnbalancedLedger = Schema.Struct({ payer_id: OrganizationId, currency: Money.Currency })

const PriceLine = Schema.Struct({ ...Price.fields, price: AmountInput })
const { price: _price, ...priceKey } = Price.fields
const PriceKey = Schema.Struct(priceKey)
const PriceListName = Schema.Union([Schema.Literal("default"), OrganizationId])

export interface WalletMovementInput extends InputOf<typeof WalletMovement> {}
export interface BalanceJson extends JsonOf<typeof Balance> {}
export interface UnbalancedLedgerJson extends JsonOf<typeof UnbalancedLedger> {}
export interface PriceLineInput extends InputOf<typeof PriceLine> {}
export interface PriceKeyInput extends InputOf<typeof PriceKey> {}

/** Accounts of organizations that pay for themselves. Amounts are minor units (`1234` is 12.34) or decimal text. */
export interface WalletOperations {
  /**
   * Books a payment that was received, above zero, and returns the id of its transaction. The same reference is booked once.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND, ERROR_WALLET_REFERENCE_CONFLICT
   *
   * @example
   * await platform.operator.wallets.topUp({ organization_id, amount: "100.00", reference: "invoice 4711" })
   */
  readonly topUp: (movement: WalletMovementInput, options?: CallOptions) => Promise<string>
  /**
   * Books a charge, below zero, or a credit, above zero, and returns the id of its transaction. A charge has to be covered.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_ORGANIZATION_NOT_FOUND, ERROR_WALLET_REFERENCE_CONFLICT
   *
   * @example
   * await platform.operator.wallets.adjust({ organization_id, amount: "-5.00", reference: "note 17" })
   */
  readonly adjust: (movement: WalletMovementInput, options?: CallOptions) => Promise<string>
  /**
   * Returns what an organization can spend without its credit limit; `null` for one whose parent pays.
   *
   * @example
   * const balance = await platform.operator.wallets.balance(organization_id)
   */
  readonly balance: (organization_id: string, options?: CallOptions) => Promise<BalanceJson | null>
  /**
   * Returns the ledgers whose balances differ from the sum of their entries. Empty unless the tables were edited directly.
   *
   * @example
   * assert.deepEqual(await platform.operator.wallets.audit(), [])
   */
  readonly audit: (options?: CallOptions) => Promise<ReadonlyArray<UnbalancedLedgerJson>>
}

/** The default price list, and the price lists of single payers, which go before it. */
export interface PriceOperations {
  /**
   * Adds prices to the list `default` or to that of an organization, and replaces those of the same product, action, class,
   * currency and period.
   *
   * @example
   * await platform.operator.prices.set("default", [{
   *   product_type: "domain", product_action: "create", product_class: "com",
   *   price: "9.50", currency: "EUR", period: { unit: "y", value: 1 }
   * }])
   */
  readonly set: (list: string, prices: ReadonlyArray<PriceLineInput>, options?: CallOptions) => Promise<void>
  /**
   * Removes prices from a list. A payer then pays the default price; what the default list lacks is not sold.
   *
   * @example
   * await platform.operator.prices.remove(organization_id, [{
   *   product_type: "domain", product_action: "create", product_class: "com",
   *   currency: "EUR", period: { unit: "y", value: 1 }
   * }])
   */
  readonly remove: (list: string, prices: ReadonlyArray<PriceKeyInput>, options?: CallOptions) => Promise<void>
}

export const walletOperations = {
  topUp: call(
    [inBody(WalletMovement)],
    BillingTransactionId,
    (movement) => Wallets.use((wallets) => wallets.topUp(movement))
  ),
  adjust: call(
    [inBody(WalletMovement)],
    BillingTransactionId,
    (movement) => Wallets.use((wallets) => wallets.adjust(movement))
  ),
  balance: call(
    [inPath("organization_id", OrganizationId)],
    Schema.NullOr(Balance),
    (id) => Effect.map(Wallets.use((wallets) => wallets.balance(id)), Option.getOrNull)
  ),
  audit: call([], Schema.Array(UnbalancedLedger), () => Wallets.use((wallets) => wallets.audit))
} satisfies CallsFor<WalletOperations>

export const priceOperations = {
  set: call(
    [inPath("list", PriceListName), inBody(Schema.Array(PriceLine))],
    Schema.Void,
    (list, prices) => PriceList.use((service) => service.set(list, prices))
  ),
  remove: call(
    [inPath("list", PriceListName), inBody(Schema.Array(PriceKey))],
    Schema.Void,
    (list, prices) => PriceList.use((service) => service.remove(list, prices))
  )
} satisfies CallsFor<PriceOperations>
