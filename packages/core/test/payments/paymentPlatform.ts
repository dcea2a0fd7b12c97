import { isPlatformError } from "@namewright/core/embed"
import {
  type PaymentDriver,
  PaymentNoticeRefused,
  PaymentRefused,
  type ProviderPayment,
  simulatedPayments
} from "@namewright/core/payments"
import { testPlatform } from "@namewright/testing"

/** Answer to a refund; `lost` carries the refund out, and its answer is lost, `down` does neither. */
export type RefundAnswer = "succeeded" | "pending" | "failed" | "refused" | "lost" | "down"

/** A provider whose states a test sets. Calls are in `asked`. */
export const providerOf = (name = "test") => {
  const states = new Map<string, ProviderPayment>()
  const asked: Array<string> = []
  const refunds = new Map<string, { amount: number; status: "pending" | "succeeded" | "failed" }>()
  let failing = false
  let refundAnswer: RefundAnswer = "succeeded"
  const answer = <A>(value: A): Promise<A> => failing ? Promise.reject(new Error("no answer")) : Promise.resolve(value)
  const stateOf = (payment_id: string, refund_id: string | undefined): ProviderPayment | null => {
    const state = states.get(payment_id)
    if (state === undefined) return null
    return { ...state, refund: refund_id === undefined ? null : refunds.get(refund_id)?.status ?? null }
  }
  const set = (payment_id: string, change: Partial<ProviderPayment>) => {
    const known = states.get(payment_id)
    if (known === undefined) throw new Error(`no ${payment_id}`)
    states.set(payment_id, { ...known, ...change })
  }
  const driver: PaymentDriver = {
    name,
    start: ({ amount, currency, payment_id }) => {
      asked.push("start")
      const known = states.get(payment_id)
      const started: ProviderPayment = known ?? {
        provider_payment_id: `p ${payment_id}`,
        payment_id,
        status: "pending",
        amount,
        currency,
        checkout_url: "https://pay.example/1"
      }
      states.set(payment_id, started)
      return answer(started)
    },
    find: ({ payment_id, refund }) => {
      asked.push("find")
      return answer(stateOf(payment_id, refund?.refund_id))
    },
    refund: async ({ payment_id, refund: { amount, refund_id } }) => {
      asked.push(`refund ${amount}`)
      const chosen = refundAnswer
      if (chosen === "down") throw new Error("no answer")
      if (chosen === "refused") throw new PaymentRefused("the card is closed")
      if (!refunds.has(refund_id)) {
        const status = chosen === "lost" ? "succeeded" : chosen
        refunds.set(refund_id, { amount, status })
        const returned = (states.get(payment_id)?.returned ?? 0) + (status === "failed" ? 0 : amount)
        set(payment_id, { returned })
      }
      if (chosen === "lost") throw new Error("lost")
      return stateOf(payment_id, refund_id) ?? Promise.reject(new Error(`no ${payment_id}`))
    },
    readNotice: async ({ body, headers }) => {
      if (headers["signature"] !== "good") throw new PaymentNoticeRefused("bad")
      return body === "" ? null : { payment_id: null, provider_payment_id: body }
    },
    list: async () => ({ payments: [...states.values()], next: null })
  }
  /** Answer to the refunds from now on. */
  const answerRefunds = (to: RefundAnswer) => void (refundAnswer = to)
  const fail = (value: boolean) => void (failing = value)
  const chargeBack = (payment_id: string, amount: number) =>
    set(payment_id, { returned: (states.get(payment_id)?.returned ?? 0) + amount })
  /** Carries pending refunds out. */
  const endRefunds = () => {
    for (const refund of refunds.values()) refund.status = refund.status === "pending" ? "succeeded" : refund.status
  }
  return { driver, states, refunds, asked, set, fail, answerRefunds, chargeBack, endRefunds }
}

/** A platform with an organization that pays through a provider. */
export const started = async (
  driver: PaymentDriver = simulatedPayments(),
  options: { readonly filename?: string } = {}
) => {
  const platform = await testPlatform({ ...options, payments: driver })
  const { organization_id } = await platform.operator.organizations.createParent({ name: "ACME" })
  const caller = platform.as(organization_id, "admin")
  const balance = async () => (await platform.operator.wallets.balance(organization_id))?.amount
  const topUps = async () => {
    const { items } = await caller.transactions.page({ filter: { action: "wallet_top_up" } })
    return items.map(({ price, status }) => `${price} ${status}`).toSorted()
  }
  const notice = (body: string) => platform.operator.payments.receive({ headers: { signature: "good" }, body })
  return { platform, organization_id, caller, balance, topUps, notice, [Symbol.asyncDispose]: () => platform.dispose() }
}

/** Code of the error of a call; `none` without one. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(() => "none", (error: unknown) => isPlatformError(error) ? error.code : String(error))
