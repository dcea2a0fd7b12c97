import type { PaymentDriver, ProviderPayment } from "@namewright/core/payments"
import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** Provider whose payments are in a file, so that they outlive a killed process. `onStep` is called after each order. */
export const fileProvider = (file: string, onStep: () => void = () => {}) => {
  const read = (): Record<string, ProviderPayment> => existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  const change = (payment_id: string, fields: Partial<ProviderPayment>) => {
    const states = read()
    const known = states[payment_id]
    if (known !== undefined) writeFileSync(file, JSON.stringify({ ...states, [payment_id]: { ...known, ...fields } }))
  }
  const driver: PaymentDriver = {
    name: "file",
    start: async ({ amount, currency, payment_id }) => {
      const states = read()
      const payment: ProviderPayment = states[payment_id] ?? {
        provider_payment_id: `file ${payment_id}`,
        payment_id,
        status: "pending",
        amount,
        currency,
        checkout_url: "https://pay.example"
      }
      writeFileSync(file, JSON.stringify({ ...states, [payment_id]: payment }))
      onStep()
      return payment
    },
    find: async ({ payment_id }) => read()[payment_id] ?? null,
    readNotice: async ({ body }) => ({ payment_id: body, provider_payment_id: null }),
    list: async () => ({ payments: Object.values(read()), next: null })
  }
  return { driver, change, read }
}
