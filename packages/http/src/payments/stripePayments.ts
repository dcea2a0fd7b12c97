import {
  type KnownPayment,
  type PaymentCall,
  type PaymentDriver,
  type PaymentNotice,
  PaymentNoticeRefused,
  type PaymentOrder,
  PaymentRefused,
  type ProviderPayment,
  type RefundOrder
} from "@namewright/core/payments"
import { Schema } from "effect"
import { stripeSignatureProblem } from "./stripeSignature.ts"

export interface StripePaymentsOptions {
  /**
   * Secret or restricted key; it needs write access to Checkout Sessions, read access to charges and disputes, and write
   * access to refunds if operators refund payments.
   */
  readonly secretKey: string
  /** Signing secret of the webhook endpoint, `whsec_...`. */
  readonly webhookSecret: string
  /** Page to which customers return without a `return_url`. */
  readonly returnUrl: string
  /** Text of the line on the payment page. Default `Account credit`. */
  readonly productName?: string | undefined
  /** Time limit of one call in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined
  /** Address of the interface. Default that of Stripe. */
  readonly url?: string | undefined
}

/** Version of the interface that the driver was written for. */
const apiVersion = "2024-06-20"

/** Sessions on one page of a list; the maximum of Stripe. */
const pageSize = 100

/** Pages that are read to find a session whose id was lost. */
const searchedPages = 20

const Refund = Schema.Struct({
  status: Schema.NullOr(Schema.String),
  metadata: Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.String)))
})

const RefundList = Schema.Struct({ data: Schema.Array(Refund), has_more: Schema.Boolean })

const Intent = Schema.Struct({
  status: Schema.String,
  id: Schema.String,
  last_payment_error: Schema.optional(
    Schema.NullOr(Schema.Struct({ message: Schema.optional(Schema.NullOr(Schema.String)) }))
  ),
  latest_charge: Schema.optional(
    Schema.NullOr(Schema.Struct({
      amount_refunded: Schema.Number,
      disputed: Schema.Boolean,
      refunds: Schema.optional(Schema.NullOr(RefundList))
    }))
  )
})

const Metadata = Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.String)))

const Session = Schema.Struct({
  id: Schema.String,
  status: Schema.NullOr(Schema.Literals(["open", "complete", "expired"])),
  payment_status: Schema.String,
  amount_total: Schema.Number,
  currency: Schema.String,
  client_reference_id: Schema.optional(Schema.NullOr(Schema.String)),
  metadata: Metadata,
  url: Schema.optional(Schema.NullOr(Schema.String)),
  payment_intent: Schema.optional(Schema.NullOr(Schema.Union([Schema.String, Intent])))
})
type Session = typeof Session.Type

const SessionList = Schema.Struct({ data: Schema.Array(Session), has_more: Schema.Boolean })
const DisputeList = Schema.Struct({
  data: Schema.Array(Schema.Struct({ amount: Schema.Number, status: Schema.String })),
  has_more: Schema.Boolean
})

const StripeEvent = Schema.Struct({
  type: Schema.String,
  data: Schema.Struct({
    object: Schema.Struct({
      id: Schema.String,
      object: Schema.optional(Schema.String),
      metadata: Metadata,
      payment_intent: Schema.optional(Schema.NullOr(Schema.String))
    })
  })
})

const ErrorBody = Schema.Struct({
  error: Schema.Struct({ type: Schema.String, message: Schema.optional(Schema.String) })
})

const sessions = "/v1/checkout/sessions"
// One answer has the sum and the single refunds, so that both are of the same time.
const withRefunds = ["expand[]", "payment_intent.latest_charge.refunds"] as const

/** Statuses of disputes whose amount Stripe has not taken, or has given back. */
const harmlessDisputes: ReadonlySet<string> = new Set([
  "won",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed"
])

const seconds = (date: Date) => String(Math.floor(date.getTime() / 1000))

const ourIdOf = ({ metadata }: { readonly metadata?: Session["metadata"] }): string | null =>
  metadata?.["payment_id"] ?? null

/** Status by the session and by the payment behind it, which delayed payment methods complete later. */
const statusOf = ({ payment_intent, payment_status, status }: Session): ProviderPayment["status"] => {
  if (status === "expired") return "failed"
  if (status === "complete" && payment_status === "paid") return "succeeded"
  const intent = typeof payment_intent === "object" ? payment_intent?.status : undefined
  return status === "complete" && (intent === "requires_payment_method" || intent === "canceled")
    ? "failed"
    : "pending"
}

const failureOf = ({ payment_intent, status }: Session): string =>
  status === "expired"
    ? "The payment page has expired"
    : (typeof payment_intent === "object" ? payment_intent?.last_payment_error?.message : undefined)
      ?? "The payment has failed"

const paymentOf = (session: Session, returned: number): ProviderPayment => {
  const status = statusOf(session)
  return {
    provider_payment_id: session.id,
    payment_id: ourIdOf(session),
    status,
    amount: session.amount_total,
    currency: session.currency.toUpperCase(),
    returned,
    checkout_url: session.url ?? null,
    failure: status === "failed" ? failureOf(session) : null
  }
}

const refundStatuses: ReadonlyMap<string | null, "succeeded" | "failed"> = new Map([
  ["succeeded", "succeeded"],
  ["failed", "failed"],
  ["canceled", "failed"]
])

/** State of a refund in a list; null if it is not there. */
const refundIn = ({ data }: typeof RefundList.Type, { refund_id }: RefundOrder): ProviderPayment["refund"] => {
  const found = data.find(({ metadata }) => metadata?.["refund_id"] === refund_id)
  return found === undefined ? null : refundStatuses.get(found.status) ?? "pending"
}

const intentOf = ({ payment_intent }: Session): typeof Intent.Type | undefined =>
  typeof payment_intent === "object" ? payment_intent ?? undefined : undefined

const formOf = ({ amount, currency, payment_id, return_url }: PaymentOrder, options: StripePaymentsOptions) =>
  new URLSearchParams({
    mode: "payment",
    client_reference_id: payment_id,
    "metadata[payment_id]": payment_id,
    "payment_intent_data[metadata][payment_id]": payment_id,
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": currency.toLowerCase(),
    "line_items[0][price_data][unit_amount]": String(amount),
    "line_items[0][price_data][product_data][name]": options.productName ?? "Account credit",
    success_url: return_url ?? options.returnUrl,
    cancel_url: return_url ?? options.returnUrl
  })

/**
 * Requests of the driver. Only an answer that excludes a payment is a `PaymentRefused`: after a lost answer, a limit or a
 * failure of Stripe the outcome is not known, and an `idempotency_error` names an earlier order.
 */
const requestsOf = ({ secretKey, url = "https://api.stripe.com" }: StripePaymentsOptions) => {
  const send = async <A>(
    schema: Schema.Codec<A, unknown>,
    path: string,
    { signal }: PaymentCall,
    order?: { readonly body: URLSearchParams; readonly key: string }
  ): Promise<A | null> => {
    const response = await fetch(`${url}${path}`, {
      method: order === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${secretKey}`,
        "stripe-version": apiVersion,
        ...(order === undefined ? {} : { "idempotency-key": order.key })
      },
      ...(order === undefined ? {} : { body: order.body }),
      // A redirect would send the key elsewhere.
      redirect: "error",
      signal
    })
    const answer: unknown = await response.json()
    if (response.ok) return Schema.decodeUnknownSync(schema)(answer)
    if (response.status === 404 && order === undefined) return null
    const { error } = Schema.decodeUnknownSync(ErrorBody)(answer)
    const reason = `Stripe answered ${response.status}: ${error.message ?? error.type}`
    const excludesPayment = response.status === 400 || response.status === 402
    throw order !== undefined && excludesPayment && error.type !== "idempotency_error"
      ? new PaymentRefused(reason)
      : new Error(reason)
  }
  const list = (call: PaymentCall, parameters: ReadonlyArray<readonly [string, string]>) =>
    send(SessionList, `${sessions}?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`, call)
  return { send, list }
}

/**
 * Driver of Stripe Checkout: the customer pays on a page of Stripe, so that no data of cards passes the platform. Register
 * a webhook endpoint for `checkout.session.*`, `charge.refunded` and `charge.dispute.*` at the route of payment notices.
 *
 * @example
 * createPlatform({
 *   storage,
 *   payments: stripePayments({ secretKey: "rk_live_...", webhookSecret: "whsec_...", returnUrl: "https://shop.example" })
 * })
 */
export const stripePayments = (options: StripePaymentsOptions): PaymentDriver => {
  const { list, send } = requestsOf(options)

  /** Amount of the disputes of a payment that Stripe has taken from the account. */
  const disputed = async (intent: string, call: PaymentCall) => {
    const found = await send(DisputeList, `/v1/disputes?payment_intent=${encodeURIComponent(intent)}&limit=100`, call)
    return (found?.data ?? []).filter(({ status }) => !harmlessDisputes.has(status))
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  const complete = async (session: Session, call: PaymentCall): Promise<ProviderPayment> => {
    const intent = session.payment_intent
    if (typeof intent !== "object" || intent === null) return paymentOf(session, 0)
    const charge = intent.latest_charge
    const refunded = charge?.amount_refunded ?? 0
    return paymentOf(session, refunded + (charge?.disputed === true ? await disputed(intent.id, call) : 0))
  }

  const byId = (id: string, call: PaymentCall) =>
    send(Session, `${sessions}/${encodeURIComponent(id)}?${new URLSearchParams([[...withRefunds]])}`, call)

  /** State of a refund of a payment. The charge contains the latest refunds, and rarely not all of them. */
  const refundState = async (session: Session, refund: RefundOrder | null, call: PaymentCall) => {
    const intent = intentOf(session)
    if (refund === null || intent === undefined) return null
    const latest = intent.latest_charge?.refunds
    const known = latest === undefined || latest === null ? null : refundIn(latest, refund)
    if (known !== null || latest?.has_more === false) return known
    const all = await send(RefundList, `/v1/refunds?payment_intent=${encodeURIComponent(intent.id)}&limit=100`, call)
    const found = all === null ? null : refundIn(all, refund)
    if (found === null && all?.has_more === true) throw new Error("Stripe has too many refunds to find one")
    return found
  }

  /** A payment and its pending refund, by the id of its session or by a search. */
  const read = async ({ provider_payment_id, refund, ...order }: KnownPayment, call: PaymentCall) => {
    const id = provider_payment_id ?? await search(order, call)
    const session = id === undefined ? null : await byId(id, call)
    if (session === null) return null
    const payment = await complete(session, call)
    return { session, payment: { ...payment, refund: await refundState(session, refund, call) } }
  }

  /** Session of an order whose answer was lost, searched page by page. */
  const search = async (
    order: PaymentOrder,
    call: PaymentCall,
    { after, page = 1 }: { readonly after?: string; readonly page?: number } = {}
  ): Promise<string | undefined> => {
    const found = await list(call, [
      ["created[gte]", seconds(new Date(order.created_on.getTime() - 300_000))],
      ["limit", String(pageSize)],
      ...(after === undefined ? [] : [["starting_after", after] as const])
    ])
    const match = found?.data.find((session) => ourIdOf(session) === order.payment_id)
    if (match !== undefined) return match.id
    const last = found?.data.at(-1)?.id
    if (found?.has_more !== true || last === undefined) return undefined
    if (page === searchedPages) throw new Error("Stripe has too many sessions to find one")
    return search(order, call, { after: last, page: page + 1 })
  }

  const noticeOf = async (
    { data: { object }, type }: typeof StripeEvent.Type,
    call: PaymentCall
  ): Promise<PaymentNotice | null> => {
    if (type.startsWith("checkout.session.")) {
      const payment_id = ourIdOf(object)
      return payment_id === null ? null : { payment_id, provider_payment_id: object.id }
    }
    if (!/^(?:charge|refund|payment_intent)\./.test(type)) return null
    const intent = type.startsWith("payment_intent.") ? object.id : object.payment_intent
    if (intent === null || intent === undefined) return null
    const session = (await list(call, [["payment_intent", intent], ["limit", "1"]]))?.data[0]
    const payment_id = session === undefined ? null : ourIdOf(session)
    return session === undefined || payment_id === null ? null : { payment_id, provider_payment_id: session.id }
  }

  return {
    name: "stripe",
    timeout: options.timeout,

    start: async (order, call) => {
      const body = formOf(order, options)
      const session = await send(Session, sessions, call, { body, key: `namewright-${order.payment_id}` })
      if (session === null) throw new Error("Stripe returned no session")
      return complete(session, call)
    },

    find: async (payment, call) => (await read(payment, call))?.payment ?? null,

    refund: async (payment, call) => {
      const { amount, refund_id } = payment.refund
      const found = await read(payment, call)
      if (found === null) throw new Error("Stripe does not have the payment")
      if (found.payment.refund !== null) return found.payment
      const intent = intentOf(found.session)
      if (intent === undefined) throw new PaymentRefused("Stripe has no charge to refund")
      const body = new URLSearchParams({
        payment_intent: intent.id,
        amount: String(amount),
        "metadata[refund_id]": refund_id,
        "metadata[payment_id]": payment.payment_id
      })
      const refund = await send(Refund, "/v1/refunds", call, { body, key: `namewright-${refund_id}` })
      if (refund === null) throw new Error("Stripe returned no refund")
      const current = await read(payment, call)
      if (current === null) throw new Error("Stripe does not have the payment")
      return current.payment
    },

    readNotice: async ({ body, headers }, call) => {
      const problem = stripeSignatureProblem(headers["stripe-signature"], body, options.webhookSecret, call.now)
      if (problem !== undefined) throw new PaymentNoticeRefused(problem)
      return noticeOf(Schema.decodeUnknownSync(StripeEvent)(JSON.parse(body)), call)
    },

    list: async ({ cursor, from, to }, call) => {
      const page = await list(call, [
        ["created[gte]", seconds(from)],
        ["created[lt]", seconds(to)],
        ["limit", String(pageSize)],
        ["expand[]", "data.payment_intent.latest_charge"],
        ...(cursor === null ? [] : [["starting_after", cursor] as const])
      ])
      const ours = (page?.data ?? []).filter((session) => ourIdOf(session) !== null)
      const payments = await Promise.all(ours.map((session) => complete(session, call)))
      return { payments, next: page?.has_more === true ? page.data.at(-1)?.id ?? null : null }
    }
  }
}
