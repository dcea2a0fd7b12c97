import { Schema } from "effect"
import { AmountInput } from "../billing/index.ts"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits,
  listCalls,
  listForm,
  type ListRequest,
  OrganizationId,
  Page
} from "../shared/index.ts"
import { NewPayment, NewRefund, Payment, PaymentId, PaymentOutcome } from "./Payment.ts"
import { Payments } from "./Payments.ts"

const PaymentRequest = Schema.Struct({
  ...NewPayment.fields,
  /** Minor units as an integer, or decimal text. */
  amount: AmountInput.check(Schema.isBetween({ minimum: 100, maximum: 10_000_000 }))
})
const RefundRequest = Schema.Struct({
  ...NewRefund.fields,
  /** Minor units as an integer, or decimal text. Default: all that was not returned yet. */
  amount: Schema.optionalKey(AmountInput.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 })))
})
const Conclusion = Schema.Struct({ outcome: PaymentOutcome })
const Scope = Schema.Struct({
  /** A suborganization with its own account. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
})
const paymentList = listForm({ filter: Scope.fields })

const ReceivedNotice = Schema.Struct({
  /** Headers of the request, by name in lower case. */
  headers: Schema.Record(Schema.String, Schema.UndefinedOr(Schema.String)),
  /** Body of the request, unchanged. */
  body: Schema.String
})

const PaymentPage = Schema.Struct({
  page: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum }))),
  page_size: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.pageSize.maximum })))
})

export interface PaymentPageInput extends InputOf<typeof PaymentPage> {}
export interface PaymentJson extends JsonOf<typeof Payment> {}
export interface PaymentRequestInput extends InputOf<typeof PaymentRequest> {}
export interface RefundRequestInput extends InputOf<typeof RefundRequest> {}
export interface ConclusionInput extends InputOf<typeof Conclusion> {}
export interface PaymentScopeInput extends InputOf<typeof Scope> {}
export interface PaymentNoticeInput extends InputOf<typeof ReceivedNotice> {}

/** Top-ups of the wallet through the payment provider of the installation. */
export interface PaymentCalls {
  /**
   * Starts a top-up. Send the customer to `checkout_url`, if the provider has a page. The wallet has the money once the
   * payment has succeeded. A payment without `checkout_url` and with the status `pending` may get one within minutes.
   *
   * Rights: `billing:manage`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND, ERROR_PAYMENT_PROVIDER_UNAVAILABLE
   *
   * @example
   * const { checkout_url } = await caller.payments.start({ amount: "50.00", return_url: "https://shop.example/account" })
   */
  readonly start: (
    request: PaymentRequestInput,
    scope?: PaymentScopeInput,
    options?: CallOptions
  ) => Promise<PaymentJson>
  /**
   * Returns a payment.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_PAYMENT_NOT_FOUND
   *
   * @example
   * const { status } = await caller.payments.get(payment_id)
   */
  readonly get: (payment_id: string, options?: CallOptions) => Promise<PaymentJson>
  /**
   * Returns one page of payments, newest first.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items } = await caller.payments.page({ page_size: 20 })
   */
  readonly page: (request?: ListRequest<PaymentScopeInput>, options?: CallOptions) => Promise<Page<PaymentJson>>
  /**
   * Iterates over all payments.
   *
   * Rights: `billing:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const { amount, status } of caller.payments.all()) console.log(amount, status)
   */
  readonly all: (scope?: PaymentScopeInput, options?: AllOptions) => AsyncIterable<PaymentJson>
}

/** Payments of all organizations. */
export interface PaymentOperations {
  /**
   * Receives a notice of the payment provider, for hosts that serve its route themselves. Answer 2xx if the call resolves,
   * and 400 or 503 otherwise, so that the provider repeats the notice.
   *
   * @throws ERROR_PAYMENT_NOTICE_INVALID, ERROR_PAYMENT_PROVIDER_UNAVAILABLE
   *
   * @example
   * const { headers, body } = { headers: { "stripe-signature": "t=1795900000,v1=5257a8" }, body: "{}" }
   * await platform.operator.payments.receive({ headers, body })
   */
  readonly receive: (notice: PaymentNoticeInput, options?: CallOptions) => Promise<void>
  /**
   * Returns one page of the payments of an organization, newest first.
   *
   * @example
   * const { items } = await platform.operator.payments.list(organization_id)
   */
  readonly list: (
    organization_id: string,
    request?: PaymentPageInput,
    options?: CallOptions
  ) => Promise<Page<PaymentJson>>
  /**
   * Returns a payment.
   *
   * @throws ERROR_PAYMENT_NOT_FOUND
   *
   * @example
   * const { status, failure } = await platform.operator.payments.get(payment_id)
   */
  readonly get: (payment_id: string, options?: CallOptions) => Promise<PaymentJson>
  /**
   * Looks up a payment at the provider now, and books what has changed. It must be the provider that made the payment.
   *
   * @throws ERROR_PAYMENT_NOT_FOUND, ERROR_PAYMENT_PROVIDER_UNAVAILABLE
   *
   * @example
   * const { status } = await platform.operator.payments.check(payment_id)
   */
  readonly check: (payment_id: string, options?: CallOptions) => Promise<PaymentJson>
  /**
   * Refunds a payment, or a part of it, through the provider that made it. The amount leaves the balance first, and the
   * balance has to cover it unless `force` is true; a credit limit does not count. The same `reference` is refunded once. A
   * refund whose outcome is not known yet has the member `pending_refund`, and is looked up later.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_PAYMENT_NOT_FOUND, ERROR_PAYMENT_NOT_REFUNDABLE,
   *   ERROR_PAYMENT_PROVIDER_UNAVAILABLE, ERROR_WALLET_REFERENCE_CONFLICT
   *
   * @example
   * const { pending_refund, returned_amount } = await platform.operator.payments.refund(payment_id, {
   *   amount: "10.00",
   *   reference: "ticket 4711"
   * })
   */
  readonly refund: (payment_id: string, request: RefundRequestInput, options?: CallOptions) => Promise<PaymentJson>
  /**
   * Concludes a pending payment, or the pending refund of a payment, whose outcome the provider no longer reports: one with a
   * `failure`. Check at the provider or the bank whether the money has moved. If a payment that was concluded as failed is
   * paid later, the amount is added then.
   *
   * @throws ERROR_PAYMENT_NOT_CONCLUDABLE, ERROR_PAYMENT_NOT_FOUND
   *
   * @example
   * const { status } = await platform.operator.payments.conclude(payment_id, { outcome: "failed" })
   */
  readonly conclude: (payment_id: string, request: ConclusionInput, options?: CallOptions) => Promise<PaymentJson>
}

const byId = inPath("payment_id", PaymentId)

export const paymentCalls = {
  start: call(
    [inBody(PaymentRequest), inQuery(Scope)],
    Payment,
    (request, { organization_id }) => Payments.use((payments) => payments.start(request, organization_id))
  ),
  get: call([byId], Payment, (id) => Payments.use((payments) => payments.get(id))),
  ...listCalls(
    [],
    paymentList,
    Payment,
    "payment_id",
    ({ filter, page }) => Payments.use((payments) => payments.list(page, filter.organization_id))
  )
} satisfies CallsFor<PaymentCalls>

export const paymentOperations = {
  receive: call(
    [inBody(ReceivedNotice)],
    Schema.Void,
    (notice) => Payments.use((payments) => payments.receive(notice))
  ),
  list: call(
    [inPath("organization_id", OrganizationId), inQuery(PaymentPage)],
    Page(Payment),
    (organization, { page = 1, page_size = limits.pageSize.standard }) =>
      Payments.use((payments) => payments.listOf(organization, { page, page_size }))
  ),
  get: call([byId], Payment, (id) => Payments.use((payments) => payments.find(id))),
  check: call([byId], Payment, (id) => Payments.use((payments) => payments.check(id))),
  refund: call(
    [byId, inBody(RefundRequest)],
    Payment,
    (id, request) => Payments.use((payments) => payments.refund(id, request))
  ),
  conclude: call(
    [byId, inBody(Conclusion)],
    Payment,
    (id, { outcome }) => Payments.use((payments) => payments.conclude(id, outcome))
  )
} satisfies CallsFor<PaymentOperations>
