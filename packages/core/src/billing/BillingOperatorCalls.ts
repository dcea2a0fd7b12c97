import { Effect, Option, Schema } from "effect"
import {
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
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
import { BillingTransactionId } from "./BillingTransaction.ts"
import { ProductAction, ProductType } from "./Price.ts"
import { PriceLine, PriceListName } from "./PriceLine.ts"
import { PriceList } from "./PriceList.ts"
import { Wallets } from "./Wallets.ts"

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

const { price: _price, price_list: _list, valid_from: _start, ...priceKey } = PriceLine.fields
const start = { valid_from: Schema.optionalKey(Instant.Instant) }
const NewPriceLine = Schema.Struct({ ...priceKey, price: Schema.NullOr(AmountInput), ...start })
const PriceKey = Schema.Struct({ ...priceKey, ...start })

/** Parameters of the list of price lines. */
const priceLineList = listForm({
  filter: {
    price_list: Schema.optionalKey(PriceListName),
    product_type: Schema.optionalKey(ProductType),
    product_action: Schema.optionalKey(ProductAction),
    product_class: Schema.optionalKey(searchText),
    currency: Schema.optionalKey(Money.Currency),
    valid_at: Schema.optionalKey(Instant.Instant)
  },
  pageSize: { standard: 100, maximum: 1000 }
})

export interface WalletMovementInput extends InputOf<typeof WalletMovement> {}
export interface BalanceJson extends JsonOf<typeof Balance> {}
export interface UnbalancedLedgerJson extends JsonOf<typeof UnbalancedLedger> {}
export interface PriceLineInput extends InputOf<typeof NewPriceLine> {}
export interface PriceLineJson extends JsonOf<typeof PriceLine> {}
export interface PriceLineFilterInput extends InputOf<Schema.Struct<typeof priceLineList.filter>> {}
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

/** The default price list, and the price lists of single organizations, which go before it. */
export interface PriceOperations {
  /**
   * Adds prices to the list `default` or to that of an organization. Each holds from `valid_from`, or from now, until the
   * next one of the same product, action, class, currency and period. `price: null` ends a price at that time.
   *
   * @example
   * await platform.operator.prices.set("default", [{
   *   product_type: "domain", product_action: "create", product_class: "com",
   *   price: "9.50", currency: "EUR", period: { unit: "y", value: 1 }
   * }])
   */
  readonly set: (list: string, prices: ReadonlyArray<PriceLineInput>, options?: CallOptions) => Promise<void>
  /**
   * Ends prices of a list now, with their planned changes; with `valid_from` it removes the line of that time only. An
   * organization then pays the price of its payer's list or the default price; what no list has is not sold.
   *
   * @example
   * await platform.operator.prices.remove(organization_id, [{
   *   product_type: "domain", product_action: "create", product_class: "com",
   *   currency: "EUR", period: { unit: "y", value: 1 }
   * }])
   */
  readonly remove: (list: string, prices: ReadonlyArray<PriceKeyInput>, options?: CallOptions) => Promise<void>
  /**
   * Returns one page of the lines of all lists, sorted by list, product, currency, class, action, period and start. With
   * `valid_at` it returns the prices that hold at that time, otherwise lines of all times.
   *
   * @example
   * const { items } = await platform.operator.prices.page({ filter: { price_list: "default", valid_at: new Date() } })
   */
  readonly page: (
    request?: ListRequest<PriceLineFilterInput>,
    options?: CallOptions
  ) => Promise<Page<PriceLineJson>>
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
    [inPath("list", PriceListName), inBody(Schema.Array(NewPriceLine))],
    Schema.Void,
    (list, prices) => PriceList.use((service) => service.set(list, prices))
  ),
  remove: call(
    [inPath("list", PriceListName), inBody(Schema.Array(PriceKey))],
    Schema.Void,
    (list, prices) => PriceList.use((service) => service.remove(list, prices))
  ),
  page: listCalls(
    [],
    priceLineList,
    PriceLine,
    "valid_from",
    ({ filter, page }) => PriceList.use((service) => service.page(filter, page))
  ).page
} satisfies CallsFor<PriceOperations>
