import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/*
 * A server that behaves as Stripe documents its interface: keys, form bodies, idempotency keys, lists with cursors, errors,
 * and signed events.
 */

export const secretKey = "sk_test_loopback"
export const webhookSecret = "whsec_loopback"

interface FakeSession {
  id: string
  object: "checkout.session"
  created: number
  status: "open" | "complete" | "expired"
  payment_status: "unpaid" | "paid"
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  url: string | null
  intent: {
    id: string
    status: string
    last_payment_error: { message: string } | null
    charge: { amount_refunded: number; disputed: boolean } | null
  } | null
}

interface FakeRefund {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
  status: string
  readonly metadata: Record<string, string>
}

/** Refunds of a charge in one answer; the real Stripe has ten. */
const embeddedRefunds = 2

interface FakeDispute {
  readonly payment_intent: string
  readonly amount: number
  status: string
}

/** What becomes of the next order: its answer is lost after it was carried out, or Stripe answers with a status. */
type Fault = "lost" | { readonly status: number; readonly type: string }

const bodyOf = async (request: IncomingMessage) => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

const send = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const errorOf = (type: string, message: string) => ({ error: { type, message } })

const shownSession = (
  { intent, ...session }: FakeSession,
  expands: boolean,
  refunds?: ReadonlyArray<FakeRefund>
) => ({
  ...session,
  payment_intent: intent === null ? null : !expands ? intent.id : {
    id: intent.id,
    object: "payment_intent",
    status: intent.status,
    last_payment_error: intent.last_payment_error,
    latest_charge: intent.charge === null ? null : {
      ...intent.charge,
      ...(refunds === undefined ? {} : {
        refunds: {
          object: "list",
          data: refunds.slice(0, embeddedRefunds),
          has_more: refunds.length > embeddedRefunds
        }
      })
    }
  }
})

export const fakeStripe = async () => {
  const sessions: Array<FakeSession> = []
  const disputes: Array<FakeDispute> = []
  const refunds: Array<FakeRefund> = []
  /** Status of the refunds that are ordered from now on. */
  const refundsBecome = { status: "succeeded" }
  const answers = new Map<string, { readonly body: string; readonly status: number; readonly answer: unknown }>()
  const faults: Array<Fault> = []
  const orders: Array<URLSearchParams> = []

  const makeSession = (form: URLSearchParams): FakeSession => ({
    id: `cs_test_${sessions.length + 1}`,
    object: "checkout.session",
    created: Math.floor(Date.now() / 1000),
    status: "open",
    payment_status: "unpaid",
    amount_total: Number(form.get("line_items[0][price_data][unit_amount]")) *
      Number(form.get("line_items[0][quantity]")),
    currency: form.get("line_items[0][price_data][currency]") ?? "",
    client_reference_id: form.get("client_reference_id"),
    metadata: { payment_id: form.get("metadata[payment_id]") ?? "" },
    url: `https://checkout.stripe.example/${sessions.length + 1}`,
    intent: null
  })

  const refunded = (form: URLSearchParams): { readonly status: number; readonly answer: unknown } => {
    const intent = form.get("payment_intent") ?? ""
    const charge = sessions.find((session) => session.intent?.id === intent)?.intent?.charge
    const amount = Number(form.get("amount"))
    const paid = sessions.find((session) => session.intent?.id === intent)?.amount_total ?? 0
    if (charge === null || charge === undefined || charge.amount_refunded + amount > paid) {
      return { status: 400, answer: errorOf("invalid_request_error", "Refund amount is greater than charge amount") }
    }
    charge.amount_refunded += amount
    const refund: FakeRefund = {
      id: `re_${refunds.length + 1}`,
      payment_intent: intent,
      amount,
      status: refundsBecome.status,
      metadata: { refund_id: form.get("metadata[refund_id]") ?? "" }
    }
    refunds.unshift(refund)
    return { status: 200, answer: refund }
  }

  /** Status and answer of an order; lost if its answer is lost. */
  const order = (path: string, form: URLSearchParams) => {
    const fault = faults.shift()
    if (typeof fault === "object") {
      return { status: fault.status, answer: errorOf(fault.type, "refused by the test"), isLost: false }
    }
    return { ...(path === "/v1/refunds" ? refunded(form) : ordered(form)), isLost: fault === "lost" }
  }

  const ordered = (form: URLSearchParams): { readonly status: number; readonly answer: unknown } => {
    if (form.get("mode") !== "payment" || form.get("success_url")?.startsWith("https:") !== true) {
      return { status: 400, answer: errorOf("invalid_request_error", "Not a valid URL") }
    }
    const session = makeSession(form)
    sessions.unshift(session)
    return { status: 200, answer: shownSession(session, false) }
  }

  const create = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const key = String(request.headers["idempotency-key"] ?? "")
    const known = answers.get(key)
    if (known !== undefined && known.body !== body) {
      return send(response, 400, errorOf("idempotency_error", "Keys can only be used with the same parameters"))
    }
    if (known !== undefined) return send(response, known.status, known.answer)
    const form = new URLSearchParams(body)
    orders.push(form)
    const { answer, isLost, status } = order(new URL(request.url ?? "/", "http://stripe.example").pathname, form)
    // Limits and conflicts are not stored, because nothing was carried out.
    if (![409, 429].includes(status)) answers.set(key, { body, status, answer })
    return isLost ? response.destroy() : send(response, status, answer)
  }

  const list = (url: URL, response: ServerResponse) => {
    const { searchParams: query } = url
    const intent = query.get("payment_intent")
    const matching = sessions.filter((session) =>
      (intent === null || session.intent?.id === intent)
      && session.created >= Number(query.get("created[gte]") ?? 0)
      && session.created < Number(query.get("created[lt]") ?? Infinity)
    )
    const after = query.get("starting_after")
    const rest = after === null ? matching : matching.slice(matching.findIndex(({ id }) => id === after) + 1)
    const limit = Math.min(2, Number(query.get("limit") ?? 10))
    const expands = query.getAll("expand[]").includes("data.payment_intent.latest_charge")
    send(response, 200, {
      object: "list",
      data: rest.slice(0, limit).map((session) => shownSession(session, expands)),
      has_more: rest.length > limit
    })
  }

  const read = (url: URL, response: ServerResponse) => {
    if (url.pathname === "/v1/checkout/sessions") return list(url, response)
    if (url.pathname === "/v1/disputes") {
      const data = disputes.filter(({ payment_intent }) => payment_intent === url.searchParams.get("payment_intent"))
      return send(response, 200, { object: "list", data, has_more: false })
    }
    if (url.pathname === "/v1/refunds") {
      const data = refunds.filter(({ payment_intent }) => payment_intent === url.searchParams.get("payment_intent"))
      return send(response, 200, { object: "list", data, has_more: false })
    }
    const session = sessions.find(({ id }) => url.pathname === `/v1/checkout/sessions/${id}`)
    if (session === undefined) return send(response, 404, errorOf("invalid_request_error", "No such session"))
    const expands = url.searchParams.getAll("expand[]").includes("payment_intent.latest_charge.refunds")
    const own = refunds.filter(({ payment_intent }) => payment_intent === session.intent?.id)
    send(response, 200, shownSession(session, expands, own))
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://stripe.example")
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return send(response, 401, errorOf("invalid_request_error", "Invalid API Key provided"))
    }
    if (!/^\d{4}-\d{2}-\d{2}/.test(String(request.headers["stripe-version"]))) {
      return send(response, 400, errorOf("invalid_request_error", "Invalid Stripe API version"))
    }
    if (request.method === "GET") return read(url, response)
    create(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo

  /** Header and body of an event, signed at a time. */
  const event = (type: string, object: unknown, at = Date.now(), secret = webhookSecret) => {
    const body = JSON.stringify({ id: `evt_${type}`, object: "event", type, data: { object } })
    const time = Math.floor(at / 1000)
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")
    return { body, headers: { "stripe-signature": `t=${time},v1=${"0".repeat(64)},v1=${signature}` } }
  }

  const sessionOf = (payment_id: string): FakeSession => {
    const found = sessions.find(({ metadata }) => metadata["payment_id"] === payment_id)
    if (found === undefined) throw new Error(`no session of ${payment_id}`)
    return found
  }

  /** Pays on the page. A delayed method is confirmed later. */
  const pay = (payment_id: string, { delayed = false } = {}) => {
    const session = sessionOf(payment_id)
    Object.assign(session, {
      status: "complete",
      payment_status: delayed ? "unpaid" : "paid",
      url: null,
      intent: {
        id: `pi_${session.id}`,
        status: delayed ? "processing" : "succeeded",
        last_payment_error: null,
        charge: { amount_refunded: 0, disputed: false }
      }
    })
    return shownSession(session, false)
  }

  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
    disputes,
    refunds,
    refundsBecome,
    faults,
    orders,
    event,
    pay,
    sessionOf,
    shown: (payment_id: string) => shownSession(sessionOf(payment_id), false),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve()))
  }
}
