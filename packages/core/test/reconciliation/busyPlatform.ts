import { assert } from "@effect/vitest"
import { isPlatformError } from "@namewright/core/embed"
import type { PaymentDriver, ProviderPayment } from "@namewright/core/payments"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Schema } from "effect"

/** An action of a customer, of the provider, or of the clock. */
export const BusyStep = Schema.Struct({
  kind: Schema.Literals([
    "register",
    "register",
    "registerLater",
    "renew",
    "renewQuoted",
    "transfer",
    "remove",
    "restore",
    "topUp",
    "pay",
    "void"
  ]),
  /** Fault of the registry during the step. */
  fault: Schema.Literals(["none", "none", "none", "unavailable", "unanswered", "answerLost"]),
  /** Index of the domain. */
  target: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  /** Minutes that pass after the step: an hour, a day, or weeks. */
  minutes: Schema.Union([
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 90 })),
    Schema.Int.check(Schema.isBetween({ minimum: 60, maximum: 1500 })),
    Schema.Int.check(Schema.isBetween({ minimum: 600, maximum: 30_000 }))
  ])
})
export type BusyStep = typeof BusyStep.Type

const invoicing = {
  issuer: {
    name: "Example Registrar GmbH",
    address_1: "Hauptstraße 1",
    postal_code: "10115",
    city: "Berlin",
    country_code: "DE",
    vat_id: "DE123456789",
    email: "billing@example.com",
    iban: "DE02120300000000202051",
    bic: "BYLADEM1001",
    bank: "Example Bank"
  },
  first_month: "2029-12",
  payment_days: 14
} as const

/** Provider whose payments succeed at the next look-up after their start. Notices are lost. */
const lateProvider = (): PaymentDriver => {
  const states = new Map<string, ProviderPayment & { readonly started: number }>()
  return {
    name: "test",
    start: async ({ amount, currency, payment_id }, { now }) => {
      const state = {
        provider_payment_id: `p ${payment_id}`,
        payment_id,
        status: "pending" as const,
        amount,
        currency,
        started: now.getTime()
      }
      states.set(payment_id, state)
      return state
    },
    find: async ({ payment_id }, { now }) => {
      const state = states.get(payment_id)
      return state === undefined ? null : settled(state, now)
    },
    readNotice: async () => null,
    list: async ({ from, to }, { now }) => ({
      payments: [...states.values()]
        .filter(({ started }) => started >= from.getTime() && started < to.getTime())
        .map((state) => settled(state, now)),
      next: null
    })
  }
}

/** The money arrives 20 hours after the start. */
const settled = (state: ProviderPayment & { readonly started: number }, now: Date): ProviderPayment =>
  now.getTime() - state.started < 20 * 3_600_000 ? state : { ...state, status: "succeeded" }

const commandOf = {
  register: "createDomain",
  registerLater: "createDomain",
  renew: "renewDomain",
  renewQuoted: "renewDomain",
  transfer: "requestTransfer",
  remove: "deleteDomain",
  restore: "restoreDomain"
} as const

/** Orders may be refused, or have an unknown outcome. Other errors are those of the test. */
const tried = async (order: Promise<unknown>): Promise<void> => {
  try {
    await order
  } catch (error) {
    if (!isPlatformError(error)) throw error
  }
}

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

/**
 * Takes the steps, reconciles the last days during and after each of them, and asserts that there was never a finding.
 * Returns the kinds of changes that happened.
 */
export const assertNoFinding = async (steps: ReadonlyArray<BusyStep>): Promise<ReadonlySet<string>> => {
  await using platform = await testPlatform({
    now: "2030-01-29T20:00:00Z",
    environment: "production",
    invoicing,
    payments: lateProvider()
  })
  const { clock, operator, registry } = platform
  const { organization_id } = await platform.create.organization()
  const { contact_id } = await platform.create.contact(organization_id)
  const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
  const { domains, payments } = platform.as(organization_id, "admin")
  const names: Array<string> = []
  const period = { unit: "y", value: 1 } as const

  const expiryOf = async (name: string) => (await domains.get(name)).expires_on ?? ""

  const order = async ({ kind, target }: BusyStep, index: number): Promise<void> => {
    const name = names[target % Math.max(1, names.length)] ?? "none.com"
    if (kind === "topUp") {
      await operator.wallets.topUp({ organization_id, amount: "20.00", reference: `bank ${index}` })
    } else if (kind === "pay") await payments.start({ amount: "25.00" })
    else if (kind === "void") await voidInvoice(platform)
    else if (kind === "register" || kind === "registerLater") {
      if (kind === "registerLater") registry.decideLater("createDomain", target % 2 === 0 ? "approved" : "rejected")
      names.push(`busy-${index}.com`)
      await domains.register({ name: `busy-${index}.com`, period, renewal_mode: "renew", contacts })
    } else if (kind === "transfer") {
      // Transfers of .com names take five days; the others are decided after a minute.
      if (target % 3 > 0) registry.decideLater("requestTransfer", target % 3 === 1 ? "approved" : "rejected")
      const name = `moved-${index}.${target % 3 > 0 ? "eu" : "com"}`
      names.push(name)
      await domains.transferIn({ name, auth_code: "Transfer-Code-1", renewal_mode: "renew", contacts })
    } else if (kind === "remove") await domains.remove(name)
    else if (kind === "restore") await domains.restore(name, {})
    else if (kind === "renew") await domains.renew(name, { period: 1, current_expiry_date: await expiryOf(name) })
    else {
      const order = { period: 1, current_expiry_date: await expiryOf(name) }
      const { quote_id } = await domains.quote({ command: "renew", domain_reference: name, order })
      await domains.renew(name, { ...order, quote_id })
    }
  }

  const reconcile = async () => {
    for (const days of [1, 2, 5, 30]) await operator.reconciliation.run({ day: dayBefore(clock.now(), days) })
  }

  for (const [index, step] of steps.entries()) {
    const command = step.kind in commandOf ? commandOf[step.kind as keyof typeof commandOf] : undefined
    if (command !== undefined && step.fault !== "none") registry.fail(command, step.fault)
    await Promise.all([tried(order(step, index)), reconcile()])
    await reconcile()
    registry.reset()
    await clock.advance({ minutes: step.minutes })
    await reconcile()
  }
  // The invoices of every month with orders are issued, and every order has its outcome.
  await clock.advance({ days: 40 })
  await reconcile()
  const { items } = await operator.reconciliation.page()
  assert.deepStrictEqual(items, [])
  return new Set((await platform.events()).map(({ kind }) => kind))
}

/** Voids the last invoice, whose charges the next month end contains again. */
const voidInvoice = async ({ operator }: TestPlatform): Promise<void> => {
  const { items } = await operator.invoices.list()
  const last = items.find(({ invoice_type, status }) => invoice_type === "subscription" && status === "finalized")
  if (last !== undefined) await operator.invoices.void(last.number)
}
