import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { PaymentId, StoredPayment } from "./Payment.ts"

/** Members of a payment that change. */
export type PaymentChange = Partial<
  Pick<
    StoredPayment,
    | "provider_payment_id"
    | "status"
    | "returned_amount"
    | "pending_refund"
    | "refund_transaction_id"
    | "refund_on"
    | "checkout_url"
    | "failure"
    | "next_check_on"
    | "checks"
  >
>

/** Storage port of payments. */
export class PaymentStore extends Context.Service<PaymentStore, {
  readonly insert: (payment: StoredPayment) => Effect.Effect<void>
  readonly find: (id: PaymentId) => Effect.Effect<Option.Option<StoredPayment>>
  /** Locks a payment until the transaction ends. */
  readonly lock: (id: PaymentId) => Effect.Effect<Option.Option<StoredPayment>>
  readonly findAtProvider: (
    provider: string,
    provider_payment_id: string
  ) => Effect.Effect<Option.Option<StoredPayment>>
  /** Changes a payment and increments its version. */
  readonly update: (id: PaymentId, change: PaymentChange, at: Instant.Instant) => Effect.Effect<void>
  /** Payments whose look-up is due, oldest first. Their next one is set to `until`, so that no other process looks them up. */
  readonly leaseDue: (
    atMost: number,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<StoredPayment>>
  /** Payments of an organization, newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<StoredPayment>>
}>()("@namewright/core/payments/PaymentStore") {}
