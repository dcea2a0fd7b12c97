import type { KnownPayment, PaymentDriver, ProviderPayment } from "@namewright/core/payments"
import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** Payment in the file. `returned` has no refunds of the platform; `refunds` has their amounts by id. */
interface FilePayment extends ProviderPayment {
  readonly refunds: Readonly<Record<string, number>>
}

const shown = ({ refunds, ...payment }: FilePayment, refund: KnownPayment["refund"]): ProviderPayment => ({
  ...payment,
  returned: (payment.returned ?? 0) + Object.values(refunds).reduce((sum, amount) => sum + amount, 0),
  refund: refund !== null && refund.refund_id in refunds ? "succeeded" : null
})

/** Provider whose payments are in a file, so that they outlive a killed process. `onStep` is called after each order. */
export const fileProvider = (file: string, onStep: () => void = () => {}) => {
  const read = (): Record<string, FilePayment> => existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  const change = (payment_id: string, fields: Partial<FilePayment>) => {
    const states = read()
    const known = states[payment_id]
    if (known !== undefined) writeFileSync(file, JSON.stringify({ ...states, [payment_id]: { ...known, ...fields } }))
  }
  const driver: PaymentDriver = {
    name: "file",
    start: async ({ amount, currency, payment_id }) => {
      const states = read()
      const payment: FilePayment = states[payment_id] ?? {
        provider_payment_id: `file ${payment_id}`,
        payment_id,
        status: "pending",
        amount,
        currency,
        checkout_url: "https://pay.example",
        refunds: {}
      }
      writeFileSync(file, JSON.stringify({ ...states, [payment_id]: payment }))
      onStep()
      return shown(payment, null)
    },
    find: async ({ payment_id, refund }) => {
      const known = read()[payment_id]
      return known === undefined ? null : shown(known, refund)
    },
    refund: async ({ payment_id, refund }) => {
      const known = read()[payment_id]
      if (known === undefined) throw new Error(`no ${payment_id}`)
      change(payment_id, { refunds: { ...known.refunds, [refund.refund_id]: refund.amount } })
      onStep()
      return shown({ ...known, refunds: { ...known.refunds, [refund.refund_id]: refund.amount } }, refund)
    },
    readNotice: async ({ body }) => ({ payment_id: body, provider_payment_id: null }),
    list: async () => ({ payments: Object.values(read()).map((payment) => shown(payment, null)), next: null })
  }
  return { driver, change, read }
}
