import { isPlatformError } from "@namewright/core/embed"
import {
  type PaymentDriver,
  PaymentNoticeRefused,
  type ProviderPayment,
  simulatedPayments
} from "@namewright/core/payments"
import { testPlatform } from "@namewright/testing"

/** A provider whose states a test sets. Calls are in `asked`. */
export const providerOf = (name = "test") => {
  const states = new Map<string, ProviderPayment>()
  const asked: Array<string> = []
  let failing = false
  const answer = <A>(value: A): Promise<A> => failing ? Promise.reject(new Error("no answer")) : Promise.resolve(value)
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
    find: ({ payment_id }) => {
      asked.push("find")
      return answer(states.get(payment_id) ?? null)
    },
    readNotice: async ({ body, headers }) => {
      if (headers["signature"] !== "good") throw new PaymentNoticeRefused("bad")
      return body === "" ? null : { payment_id: null, provider_payment_id: body }
    },
    list: async () => ({ payments: [...states.values()], next: null })
  }
  const set = (payment_id: string, change: Partial<ProviderPayment>) => {
    const known = states.get(payment_id)
    if (known === undefined) throw new Error(`no ${payment_id}`)
    states.set(payment_id, { ...known, ...change })
  }
  const fail = (value: boolean) => void (failing = value)
  return { driver, states, asked, set, fail }
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
