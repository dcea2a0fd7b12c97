import { assert, describe, it } from "@effect/vitest"
import { isPlatformError } from "@namewright/core/embed"
import type { PaymentDriver, ProviderPayment } from "@namewright/core/payments"
import { testPlatform } from "@namewright/testing"

const providerOf = () => {
  const states = new Map<string, ProviderPayment>()
  let failing = false
  const driver: PaymentDriver = {
    name: "test",
    start: async ({ amount, currency, payment_id }) => {
      const started: ProviderPayment = {
        provider_payment_id: `p ${payment_id}`,
        payment_id,
        status: "succeeded",
        amount,
        currency
      }
      states.set(payment_id, started)
      return started
    },
    find: async ({ payment_id }) => states.get(payment_id) ?? null,
    readNotice: async () => null,
    list: async () => {
      if (failing) throw new Error("no answer")
      return { payments: [...states.values()], next: null }
    }
  }
  return { driver, states, fail: (value: boolean) => void (failing = value) }
}

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

describe("the reconciliation of a platform", () => {
  it("has no finding after registrations, renewals and top-ups, and finds a payment that the provider lost", async () => {
    const provider = providerOf()
    await using platform = await testPlatform({ payments: provider.driver })
    const { operator } = platform
    const { organization_id } = await operator.organizations.createParent({ name: "ACME", credit_limit: "1000.00" })
    const caller = platform.as(organization_id, "admin")
    const payment = await caller.payments.start({ amount: "25.00" })
    const day = dayOf(new Date(payment.created_on))
    const refused = await operator.reconciliation.run({ day }).catch((error: unknown) => error)
    assert.isTrue(isPlatformError(refused, "ERROR_INVALID_INPUT"))
    await platform.clock.advance({ days: 2 })

    const first = await operator.reconciliation.run({ day })
    assert.deepStrictEqual(first.findings, [])
    const known = provider.states.get(payment.payment_id)!
    provider.states.delete(payment.payment_id)
    const second = await operator.reconciliation.run({ day })
    assert.deepStrictEqual(
      second.findings.map(({ found, kind, object_id }) => [kind, object_id, found]),
      [["top_up_without_payment", payment.payment_id, "no payment at the provider"]]
    )
    provider.fail(true)
    const third = await operator.reconciliation.run({ day })
    assert.include(third.unchecked, "top_up_without_payment")
    assert.deepStrictEqual(third.findings, second.findings)
    provider.fail(false)
    provider.states.set(payment.payment_id, known)
    assert.deepStrictEqual((await operator.reconciliation.run({ day })).findings, [])
    const { items } = await operator.reconciliation.page()
    assert.lengthOf(items, 1)
    assert.isNotNull(items[0]!.resolved_on)
    assert.deepStrictEqual((await operator.reconciliation.page({ filter: { open: true } })).items, [])
  })
})
