import { Clock, Context, Data, DateTime, Effect, Layer, Option, Schema } from "effect"
import { callHost } from "../telemetry/index.ts"
import {
  type KnownPayment,
  type PaymentCall,
  type PaymentDriver,
  type PaymentNotice,
  PaymentNoticeRefused,
  type PaymentOrder,
  PaymentRefused,
  type ProviderPayment,
  type ProviderPaymentPage,
  type ReceivedNotice,
  type RefundOrder
} from "./PaymentDriver.ts"

/** The provider refuses the payment or refund for good. */
export class PaymentRefusal extends Data.TaggedError("PaymentRefusal")<{ readonly message: string }> {}

/** The outcome of a call is not known. */
export class PaymentUncertain extends Data.TaggedError("PaymentUncertain")<{ readonly cause: unknown }> {}

/** A notice does not come from the provider. */
export class NoticeRefusal extends Data.TaggedError("NoticeRefusal")<{ readonly message: string }> {}

/** A payment provider as the platform calls it, outside of transactions. */
export interface PaymentClient {
  readonly name: string
  readonly start: (order: PaymentOrder) => Effect.Effect<ProviderPayment, PaymentRefusal | PaymentUncertain>
  readonly find: (payment: KnownPayment) => Effect.Effect<Option.Option<ProviderPayment>, PaymentUncertain>
  /** Orders a refund. None for a provider that takes no refunds from the platform. */
  readonly refund: Option.Option<
    (
      payment: KnownPayment & { readonly refund: RefundOrder }
    ) => Effect.Effect<ProviderPayment, PaymentRefusal | PaymentUncertain>
  >
  readonly readNotice: (
    received: ReceivedNotice
  ) => Effect.Effect<Option.Option<PaymentNotice>, NoticeRefusal | PaymentUncertain>
  readonly list: (
    window: { readonly from: Date; readonly to: Date; readonly cursor: string | null }
  ) => Effect.Effect<ProviderPaymentPage, PaymentUncertain>
}

/** Port: the payment provider of this installation; none if customers cannot pay online. */
export class PaymentProvider extends Context.Service<PaymentProvider, Option.Option<PaymentClient>>()(
  "@namewright/core/payments/PaymentProvider"
) {
  static readonly layerNone = Layer.succeed(PaymentProvider, Option.none())
  static readonly layerDriver = (driver: PaymentDriver) => Layer.succeed(PaymentProvider, Option.some(clientOf(driver)))
}

const standardTimeout = 30_000

const Amount = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Text = Schema.String.check(Schema.isBetweenLength(1, 500))

/** Payments of drivers are checked, because hosts in JavaScript may return anything. */
const Found = Schema.Struct({
  provider_payment_id: Text,
  payment_id: Schema.NullOr(Schema.String),
  status: Schema.Literals(["pending", "succeeded", "failed"]),
  amount: Amount,
  currency: Schema.String,
  returned: Schema.optional(Amount),
  refund: Schema.optional(Schema.NullOr(Schema.Literals(["pending", "succeeded", "failed"]))),
  checkout_url: Schema.optional(Schema.NullOr(Schema.String)),
  failure: Schema.optional(Schema.NullOr(Schema.String))
})
const Page = Schema.Struct({ payments: Schema.Array(Found), next: Schema.NullOr(Text) })

const uncertain = (cause: unknown) => new PaymentUncertain({ cause })
const decode = <A>(schema: Schema.Codec<A, unknown>) => (value: unknown) =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(value), uncertain)
const decodeFound = decode<ProviderPayment>(Found)
const decodePage = decode<ProviderPaymentPage>(Page)

const clientOf = (driver: PaymentDriver): PaymentClient => {
  const callDriver = <A>(method: (call: PaymentCall) => Promise<A>): Effect.Effect<A, unknown> =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (millis) =>
        callHost((signal) => method({ signal, now: DateTime.toDateUtc(DateTime.makeUnsafe(millis)) })).pipe(
          Effect.timeout(driver.timeout ?? standardTimeout)
        )
    )
  const ordered = (method: (call: PaymentCall) => Promise<ProviderPayment>) =>
    callDriver(method).pipe(
      Effect.mapError((cause) =>
        cause instanceof PaymentRefused ? new PaymentRefusal({ message: cause.message }) : uncertain(cause)
      ),
      Effect.flatMap(decodeFound)
    )
  return {
    name: driver.name,
    start: (order) => ordered((call) => driver.start(order, call)),
    refund: Option.map(
      Option.fromUndefinedOr(driver.refund),
      (refund) => (payment) =>
        Effect.filterOrFail(
          ordered((call) => refund.call(driver, payment, call)),
          (found) => found.refund !== undefined && found.refund !== null,
          () => uncertain(new Error("The answer to a refund has no state of the refund"))
        )
    ),
    find: (order) =>
      Effect.mapError(callDriver((call) => driver.find(order, call)), uncertain).pipe(
        Effect.flatMap((found) => found === null ? Effect.succeedNone : Effect.asSome(decodeFound(found)))
      ),
    readNotice: (received) =>
      callDriver((call) => driver.readNotice(received, call)).pipe(
        Effect.mapError((cause) =>
          cause instanceof PaymentNoticeRefused ? new NoticeRefusal({ message: cause.message }) : uncertain(cause)
        ),
        Effect.map(Option.fromNullOr)
      ),
    list: (window) =>
      Effect.mapError(callDriver((call) => driver.list(window, call)), uncertain).pipe(Effect.flatMap(decodePage))
  }
}
