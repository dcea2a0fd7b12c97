/** `signal` is aborted at the time limit; `now` is the platform's clock. */
export interface PaymentCall {
  readonly signal: AbortSignal
  readonly now: Date
}

/** Order of a payment. */
export interface PaymentOrder {
  /** Unique; the same payment is ordered again under the same id after a lost answer, for at most 23 hours. */
  readonly payment_id: string
  /** Minor units. */
  readonly amount: number
  readonly currency: "EUR" | "USD"
  readonly created_on: Date
  readonly return_url: string | null
}

/** Refund of a part of a payment. */
export interface RefundOrder {
  /** Unique; the same refund is ordered again under the same id after a lost answer, for at most 23 hours. */
  readonly refund_id: string
  /** Minor units in the currency of the payment. */
  readonly amount: number
}

/** A payment as the platform knows it. */
export interface KnownPayment extends PaymentOrder {
  /** Null if the provider has not answered yet. */
  readonly provider_payment_id: string | null
  /** Minor units of refunds and chargebacks that are booked. */
  readonly returned: number
  /** Refund that the platform has ordered or orders now, and whose outcome it does not know; null without one. */
  readonly refund: RefundOrder | null
}

/** State of a payment at the provider. */
export interface ProviderPayment {
  readonly provider_payment_id: string
  /** The platform's id, as the payment was ordered with it; null if it was ordered by someone else. */
  readonly payment_id: string | null
  /** `succeeded` once the money is certain. */
  readonly status: "pending" | "succeeded" | "failed"
  /** Minor units. */
  readonly amount: number
  /** ISO 4217 in upper case. */
  readonly currency: string
  /** Minor units of refunds and of chargebacks that were not won. Default 0. */
  readonly returned?: number | undefined
  /**
   * State of the refund of the call; null or undefined if the provider does not have it, so that ordering it is safe. The
   * amount of a succeeded refund is part of `returned`; `failed` refunds have returned nothing.
   */
  readonly refund?: "pending" | "succeeded" | "failed" | null | undefined
  readonly checkout_url?: string | null | undefined
  readonly failure?: string | null | undefined
}

/** Notice that a payment has changed. At least one of the ids is known. */
export interface PaymentNotice {
  readonly payment_id: string | null
  readonly provider_payment_id: string | null
}

/** A message of the provider, as it was received over HTTP. */
export interface ReceivedNotice {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body, byte by byte as it was received, in UTF-8. */
  readonly body: string
}

/** Part of the payments of a provider. */
export interface ProviderPaymentPage {
  readonly payments: ReadonlyArray<ProviderPayment>
  /** Cursor of the next part; null after the last. */
  readonly next: string | null
}

/**
 * Driver of a payment provider. A rejection with anything but `PaymentRefused` or `PaymentNoticeRefused` means that the
 * outcome is not known: the platform looks the payment up later.
 */
export interface PaymentDriver {
  /** Name that is stored with payments, such as `stripe`. */
  readonly name: string
  /** Time limit of one call in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined
  /** Starts a payment, once for each `payment_id`. Rejects with `PaymentRefused` if there will be none. */
  readonly start: (order: PaymentOrder, call: PaymentCall) => Promise<ProviderPayment>
  /** The present state of a payment, by the provider's id if it is known; null if the provider has none. */
  readonly find: (payment: KnownPayment, call: PaymentCall) => Promise<ProviderPayment | null>
  /**
   * Refunds a part of a succeeded payment, once for each `refund_id`, and returns the state of the payment with that of the
   * refund. Rejects with `PaymentRefused` if there will be none. Without this method operators refund at the provider.
   */
  readonly refund?:
    | ((payment: KnownPayment & { readonly refund: RefundOrder }, call: PaymentCall) => Promise<ProviderPayment>)
    | undefined
  /**
   * Verifies and reads a notice; null for one of no interest. Rejects with `PaymentNoticeRefused` if it does not come from
   * the provider. Notices may be lost, repeated and out of order: the platform then looks up the payment.
   */
  readonly readNotice: (received: ReceivedNotice, call: PaymentCall) => Promise<PaymentNotice | null>
  /**
   * Payments that were ordered in a window of time, for reconciliation, with what was returned since. Each day is listed
   * again every week for a year. `cursor` is null for the first part.
   */
  readonly list: (
    window: { readonly from: Date; readonly to: Date; readonly cursor: string | null },
    call: PaymentCall
  ) => Promise<ProviderPaymentPage>
}

/** Thrown by a driver: the provider refuses the payment or refund for good, so that no money can move. */
export class PaymentRefused extends Error {
  override readonly name = "PaymentRefused"
}

/** Thrown by a driver: a notice is not signed by the provider, or is too old. */
export class PaymentNoticeRefused extends Error {
  override readonly name = "PaymentNoticeRefused"
}
