import { assert, describe, it } from "@effect/vitest"
import type { PaymentDriver } from "@namewright/core/payments"
import { testPlatform, type TestPlatformOptions } from "@namewright/testing"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { listedProvider } from "./listedProvider.ts"

/** A platform with a payment of 25.00 EUR, which was started now. */
const withPayment = async (driver: PaymentDriver, options: TestPlatformOptions = {}) => {
  const platform = await testPlatform({ payments: driver, ...options })
  const { organization_id } = await platform.create.organization()
  const caller = platform.as(organization_id, "admin")
  const before = (await platform.operator.wallets.balance(organization_id))?.amount ?? ""
  const payment = await caller.payments.start({ amount: "25.00" })
  const returned = async () => (await platform.operator.payments.get(payment.payment_id)).returned_amount
  const balance = async () => (await platform.operator.wallets.balance(organization_id))?.amount
  const open = async () => {
    const { items } = await platform.operator.reconciliation.page({ filter: { open: true } })
    return items.map(({ day, kind, object_id, provider }) => `${kind} ${object_id} ${day} ${provider}`)
  }
  return {
    platform,
    payment,
    provided: `p ${payment.payment_id}`,
    before,
    returned,
    balance,
    open,
    [Symbol.asyncDispose]: () => platform.dispose()
  }
}

describe("the reconciliation of payments", () => {
  it("books a chargeback and its reversal whose notices were lost", async () => {
    const provider = listedProvider()
    await using test = await withPayment(provider.driver)
    const { clock } = test.platform
    provider.set(test.provided, { returned: 2500 })
    await clock.advance({ days: 2 })
    assert.strictEqual(await test.returned(), "25.00")
    assert.strictEqual(await test.balance(), test.before)
    provider.set(test.provided, { returned: 0 })
    await clock.advance({ days: 7 })
    assert.strictEqual(await test.returned(), "0.00")
    assert.deepStrictEqual(await test.open(), [])
    assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
  })

  it("books a chargeback four months after the payment", async () => {
    const folder = await mkdtemp(join(tmpdir(), "namewright-"))
    const filename = join(folder, "data.sqlite")
    const provider = listedProvider()
    const day = "2030-01-01T12:00:00Z"
    try {
      let id = ""
      {
        await using test = await withPayment(provider.driver, { filename, now: day })
        id = test.payment.payment_id
        await test.platform.clock.advance({ days: 2 })
      }
      provider.set(`p ${id}`, { returned: 2500 })
      await using platform = await testPlatform({ payments: provider.driver, filename, now: "2030-05-10T12:00:00Z" })
      await platform.clock.advance({ hours: 2 })
      assert.strictEqual((await platform.operator.payments.get(id)).returned_amount, "25.00")
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it("asks again an hour later while the provider does not answer", async () => {
    const provider = listedProvider()
    await using test = await withPayment(provider.driver, { now: "2030-01-01T12:00:00Z" })
    provider.set(test.provided, { returned: 2500 })
    provider.fail(true)
    await test.platform.clock.advance({ days: 2 })
    assert.strictEqual(await test.returned(), "0.00")
    provider.fail(false)
    await test.platform.clock.advance({ hours: 2 })
    assert.strictEqual(await test.returned(), "25.00")
  })

  it("reports a return that cannot be booked", async () => {
    const provider = listedProvider()
    await using test = await withPayment(provider.driver, { now: "2030-01-01T12:00:00Z" })
    const { organization_id, payment_id } = test.payment
    provider.set(test.provided, { returned: 2500 })
    // Another booking has the reference of the return.
    for (const version of [1, 2, 3]) {
      const reference = `${payment_id} return ${version}`
      await test.platform.operator.wallets.topUp({ organization_id, amount: "1.00", reference })
    }
    await test.platform.clock.advance({ days: 2 })
    assert.deepStrictEqual(await test.open(), [`returned_amount ${payment_id} 2030-01-01 test`])
    assert.strictEqual(await test.returned(), "0.00")
  })

  it("compares a payment that the provider created on the next day", async () => {
    const provider = listedProvider({ delay: 2000, status: "failed" })
    await using test = await withPayment(provider.driver, { now: "2030-01-01T23:59:59Z" })
    provider.set(test.provided, { status: "succeeded" })
    await test.platform.clock.advance({ days: 3 })
    assert.deepStrictEqual(await test.open(), [`payment_without_top_up ${test.payment.payment_id} 2030-01-02 test`])
    await test.platform.operator.payments.check(test.payment.payment_id)
    await test.platform.clock.advance({ days: 1 })
    assert.deepStrictEqual(await test.open(), [])
  })

  it("reports the money of a second session of a payment, until the provider has returned it", async () => {
    const provider = listedProvider()
    await using test = await withPayment(provider.driver, { now: "2030-01-01T12:00:00Z" })
    const [first] = provider.sessions
    if (first === undefined) throw new Error("not started")
    provider.sessions.push({ ...first, provider_payment_id: "second" })
    await test.platform.clock.advance({ days: 1 })
    assert.deepStrictEqual(await test.open(), ["payment_without_top_up second 2030-01-01 test"])
    provider.set("second", { returned: 2500 })
    await test.platform.clock.advance({ days: 1 })
    assert.deepStrictEqual(await test.open(), [])
    provider.set("second", { status: "failed", returned: 0 })
    await test.platform.operator.reconciliation.run({ day: "2030-01-01" })
    assert.deepStrictEqual(await test.open(), [])
  })
})
