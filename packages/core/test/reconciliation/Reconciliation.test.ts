import { assert, describe, it } from "@effect/vitest"
import { isPlatformError } from "@namewright/core/embed"
import type { PaymentDriver, ProviderPayment } from "@namewright/core/payments"
import { testPlatform, type TestPlatformOptions } from "@namewright/testing"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

const providerOf = (status: ProviderPayment["status"] = "succeeded") => {
  const states = new Map<string, ProviderPayment>()
  let failing = false
  const driver: PaymentDriver = {
    name: "test",
    start: async ({ amount, currency, payment_id }) => {
      const started: ProviderPayment = {
        provider_payment_id: `p ${payment_id}`,
        payment_id,
        status,
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

const paidTo = (payment_id: string): ProviderPayment => ({
  provider_payment_id: `p ${payment_id}`,
  payment_id,
  status: "succeeded",
  amount: 2500,
  currency: "EUR"
})

const dayOf = (instant: string) => instant.slice(0, 10)

describe("the reconciliation of a platform", () => {
  it("compares a charge with the quote of its order, and with the order", async () => {
    const folder = await mkdtemp(join(tmpdir(), "namewright-"))
    const filename = join(folder, "data.sqlite")
    try {
      await using platform = await testPlatform({ filename })
      const { organization_id } = await platform.create.organization()
      const { domains, transactions } = platform.as(organization_id, "admin")
      const { name } = await platform.create.domain(organization_id)
      await platform.clock.advance({ days: 3 })
      const order = { period: 1 } as const
      const { quote_id } = await domains.quote({ command: "renew", domain_reference: name, order })
      await domains.renew(name, { ...order, quote_id })
      const { items } = await transactions.page({ filter: { action: "renew" } })
      assert.lengthOf(items, 1)
      const day = dayOf(items[0]?.created_on ?? "")
      await platform.clock.advance({ days: 1 })
      const found = async () => {
        const { findings, unchecked } = await platform.operator.reconciliation.run({ day })
        assert.notInclude(unchecked, "quoted_price")
        return findings.map(({ kind, object_id }) => `${kind} ${object_id === items[0]?.billing_transaction_id}`)
      }
      assert.deepStrictEqual(await found(), [])
      const storage = new DatabaseSync(filename)
      try {
        storage.exec(
          `UPDATE domain_quotes SET prices = json_set(prices, '$[0].unit_price', 1) WHERE quote_id = '${quote_id}'`
        )
        assert.deepStrictEqual(await found(), ["quoted_price true"])
        storage.exec("UPDATE events SET object_name = 'other.example' WHERE kind = 'domain.renewed'")
        assert.deepStrictEqual(await found(), [
          "charge_without_order true",
          "order_without_charge false",
          "quoted_price true"
        ])
      } finally {
        storage.close()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it("goes on with the next day when a day fails, and repeats that day", async () => {
    const folder = await mkdtemp(join(tmpdir(), "namewright-"))
    const filename = join(folder, "data.sqlite")
    try {
      await using platform = await testPlatform({ filename })
      const { organization_id } = await platform.create.organization()
      await platform.clock.advance({ days: 2 })
      const { domains } = platform.as(organization_id, "admin")
      const { name } = await platform.create.domain(organization_id)
      const order = { period: 1 } as const
      const { quote_id } = await domains.quote({ command: "renew", domain_reference: name, order })
      await domains.renew(name, { ...order, quote_id })
      const day = "2030-01-03"
      const storage = new DatabaseSync(filename)
      try {
        const prices = storage.prepare("SELECT prices FROM domain_quotes").get()?.["prices"]
        const change = storage.prepare("UPDATE domain_quotes SET prices = ? WHERE quote_id = ?")
        const runs = storage.prepare("SELECT day FROM reconciliation_runs WHERE day >= ? ORDER BY day")
        const ran = () => runs.all(day).map((run) => run["day"])
        change.run("[1]", quote_id)
        await platform.clock.advance({ days: 1 })
        assert.deepStrictEqual(ran(), [])
        await platform.clock.advance({ days: 1 })
        assert.deepStrictEqual(ran(), ["2030-01-04"])
        change.run(String(prices), quote_id)
        await platform.clock.advance({ hours: 1 })
        assert.deepStrictEqual(ran(), [day, "2030-01-04"])
      } finally {
        storage.close()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it("does not resolve a payment that only the provider knows while the provider is not configured", async () => {
    const folder = await mkdtemp(join(tmpdir(), "namewright-"))
    const filename = join(folder, "data.sqlite")
    const now = "2030-01-02T09:00:00Z"
    const day = "2030-01-01"
    try {
      const provider = providerOf()
      provider.states.set("payment of nobody", paidTo("payment of nobody"))
      const open = async (options: TestPlatformOptions) => {
        await using platform = await testPlatform({ filename, now, ...options })
        const { findings, unchecked } = await platform.operator.reconciliation.run({ day })
        return { objects: findings.map(({ object_id }) => object_id), unchecked }
      }
      const asked = await open({ payments: provider.driver })
      assert.deepStrictEqual(asked.objects, ["payment of nobody"])
      assert.notInclude(asked.unchecked, "payment_without_top_up")
      const simulated = await open({})
      assert.deepStrictEqual(simulated.objects, ["payment of nobody"])
      assert.include(simulated.unchecked, "payment_without_top_up")
      const none = await open({ environment: "production" })
      assert.deepStrictEqual(none.objects, ["payment of nobody"])
      assert.include(none.unchecked, "payment_without_top_up")
      assert.include(none.unchecked, "top_up_without_payment")
      provider.states.clear()
      assert.deepStrictEqual((await open({ payments: provider.driver })).objects, [])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it("stores a limited number of payments that only the provider knows, and then resolves none", async () => {
    const provider = providerOf()
    const name = (index: number) => `payment ${String(index).padStart(4, "0")}`
    for (let index = 0; index <= 1000; index++) provider.states.set(name(index), paidTo(name(index)))
    await using platform = await testPlatform({ payments: provider.driver })
    const run = () => platform.operator.reconciliation.run({ day: "2029-12-31" })
    const first = await run()
    assert.lengthOf(first.findings, 1000)
    assert.include(first.unchecked, "payment_without_top_up")
    provider.states.delete(name(0))
    assert.lengthOf((await run()).findings, 1001)
    provider.states.delete(name(1))
    const complete = await run()
    assert.lengthOf(complete.findings, 999)
    assert.notInclude(complete.unchecked, "payment_without_top_up")
  })

  it("does not compare a payment that the platform will look up", async () => {
    const provider = providerOf("pending")
    await using platform = await testPlatform({ payments: provider.driver })
    const { organization_id } = await platform.create.organization()
    const payment = await platform.as(organization_id, "admin").payments.start({ amount: "25.00" })
    const { payment_id } = payment
    const day = dayOf(payment.created_on)
    const found = async () => {
      const { findings } = await platform.operator.reconciliation.run({ day })
      return findings.map(({ kind, object_id }) => [kind, object_id])
    }
    // The look-up of hour 22 has found nothing new, and the next one is six hours later.
    await platform.clock.advance({ hours: 26 })
    const known = provider.states.get(payment_id)
    if (known === undefined) throw new Error("not started")
    provider.states.set(payment_id, { ...known, status: "succeeded" })
    assert.deepStrictEqual(await found(), [])
    await platform.clock.advance({ hours: 6 })
    assert.deepStrictEqual(await found(), [])
    assert.strictEqual((await platform.operator.payments.check(payment_id)).status, "succeeded")
    provider.states.delete(payment_id)
    assert.deepStrictEqual(await found(), [["top_up_without_payment", payment_id]])
  })

  it("finds a payment that the provider lost, keeps it while the provider is silent, and resolves it", async () => {
    const provider = providerOf()
    await using platform = await testPlatform({ payments: provider.driver })
    const { operator } = platform
    const { organization_id } = await platform.create.organization()
    const payment = await platform.as(organization_id, "admin").payments.start({ amount: "25.00" })
    const day = dayOf(payment.created_on)
    const refused = await operator.reconciliation.run({ day }).catch((error: unknown) => error)
    assert.isTrue(isPlatformError(refused, "ERROR_INVALID_INPUT"))
    await platform.clock.advance({ days: 2 })

    assert.deepStrictEqual((await operator.reconciliation.run({ day })).findings, [])
    const known = provider.states.get(payment.payment_id)
    if (known === undefined) throw new Error("not started")
    provider.states.delete(payment.payment_id)
    const { findings } = await operator.reconciliation.run({ day })
    assert.deepStrictEqual(
      findings.map(({ found, kind, object_id }) => [kind, object_id, found]),
      [["top_up_without_payment", payment.payment_id, "no payment at the provider"]]
    )
    const changes = await platform.events(["reconciliation.difference_found"])
    assert.deepStrictEqual(
      changes.map(({ object, organization_id: owner }) => [owner, object.name]),
      [[organization_id, payment.payment_id]]
    )
    const listed = await platform.as(organization_id, "admin").events.page({ page_size: 100 })
    assert.isFalse(listed.items.some(({ event_data }) => event_data.message.includes("top_up_without_payment")))
    provider.fail(true)
    const silent = await operator.reconciliation.run({ day })
    assert.include(silent.unchecked, "top_up_without_payment")
    assert.deepStrictEqual(silent.findings, findings)
    provider.fail(false)
    provider.states.set(payment.payment_id, known)
    assert.deepStrictEqual((await operator.reconciliation.run({ day })).findings, [])
    const { items } = await operator.reconciliation.page()
    assert.lengthOf(items, 1)
    assert.isNotNull(items[0]?.resolved_on)
    assert.deepStrictEqual((await operator.reconciliation.page({ filter: { open: true } })).items, [])
  })
})
