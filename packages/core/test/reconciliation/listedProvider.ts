import type { PaymentDriver, ProviderPayment } from "@namewright/core/payments"

/** A session of the provider with the time of its creation there. */
export type Session = ProviderPayment & { readonly created_on: Date }

/**
 * Provider whose list contains the sessions that were created in the window. Notices are lost. `delay` is the time in
 * milliseconds between an order and its session.
 */
export const listedProvider = ({ delay = 0, status = "succeeded" as ProviderPayment["status"] } = {}) => {
  const sessions: Array<Session> = []
  let failing = false
  const driver: PaymentDriver = {
    name: "test",
    start: async ({ amount, currency, payment_id }, { now }) => {
      const session: Session = {
        provider_payment_id: `p ${payment_id}`,
        payment_id,
        status,
        amount,
        currency,
        created_on: new Date(now.getTime() + delay)
      }
      sessions.push(session)
      return session
    },
    find: async ({ payment_id, provider_payment_id }) => {
      const found = sessions.find((session) =>
        provider_payment_id === null
          ? session.payment_id === payment_id
          : session.provider_payment_id === provider_payment_id
      )
      return found ?? null
    },
    readNotice: async () => null,
    list: async ({ from, to }) => {
      if (failing) throw new Error("no answer")
      return { payments: sessions.filter(({ created_on }) => created_on >= from && created_on < to), next: null }
    }
  }
  const set = (provider_payment_id: string, change: Partial<Session>) => {
    const index = sessions.findIndex((session) => session.provider_payment_id === provider_payment_id)
    const known = sessions[index]
    if (known === undefined) throw new Error(`no ${provider_payment_id}`)
    sessions[index] = { ...known, ...change }
  }
  return { driver, sessions, set, fail: (value: boolean) => void (failing = value) }
}
