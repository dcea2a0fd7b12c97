import { assert, describe, it } from "@effect/vitest"
import { NewPayment, type PaymentDriver } from "@namewright/core/payments"
import { testPlatform } from "@namewright/testing"
import { Schema } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { codeOf, providerOf, started } from "./paymentPlatform.ts"

type Started = Awaited<ReturnType<typeof started>>

const spend = (test: Started, organization_id: string, amount: string) =>
  test.platform.operator.wallets.adjust({ organization_id, amount, reference: "spent" })

/** A suborganization with an account of its own. */
const accountBelow = async (test: Started) => {
  const terms = { independent_billing_approved: true }
  await test.platform.operator.organizations.changeTerms(test.organization_id, terms)
  const { organization_id } = await test.caller.organizations.create({
    name: "Own account",
    billing_mode: "independent",
    currency: "EUR",
    country_code: "DE",
    tax_rate: "0.00",
    users: [{ username: "payer", email: "payer@child.example", first_name: "P", last_name: "Q", locale: "en" }]
  })
  return organization_id
}

const returned = async (test: Started) =>
  (await test.platform.changes.read({ kinds: ["payment.received", "payment.returned"] })).changes
    .map(({ data, kind, organization_id }) => `${kind} ${"net" in data ? data.net : ""} ${organization_id}`)

describe("payments of a deleted organization", () => {
  it("are taken back from the account that was credited, and credited again", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const child = await accountBelow(test)
    const { payment_id, provider_payment_id } = await test.caller.payments.start({ amount: "25.00" }, {
      organization_id: child
    })
    const id = provider_payment_id ?? ""
    provider.set(payment_id, { status: "succeeded" })
    await test.notice(id)
    await spend(test, child, "-25.00")
    await test.caller.organizations.remove(child)
    provider.set(payment_id, { returned: 2500 })
    await test.notice(id)
    await test.notice(id)
    provider.set(payment_id, { returned: 1000 })
    await test.notice(id)
    assert.strictEqual((await test.platform.operator.payments.check(payment_id)).returned_amount, "10.00")
    assert.deepStrictEqual(await returned(test), [
      `payment.received 25.00 ${child}`,
      `payment.returned -25.00 ${child}`,
      `payment.returned 15.00 ${child}`
    ])
    assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
  })

  it("are credited if the money arrives after the payment had failed", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const child = await accountBelow(test)
    const { payment_id, provider_payment_id } = await test.caller.payments.start({ amount: "25.00" }, {
      organization_id: child
    })
    provider.set(payment_id, { status: "failed" })
    await test.notice(provider_payment_id ?? "")
    await test.caller.organizations.remove(child)
    provider.set(payment_id, { status: "succeeded" })
    await test.notice(provider_payment_id ?? "")
    assert.strictEqual((await test.platform.operator.payments.check(payment_id)).status, "succeeded")
    assert.deepStrictEqual(await returned(test), [`payment.received 25.00 ${child}`])
  })
})

describe("payments of an earlier provider", () => {
  it("are not looked up at another one, and wait for an operator", async () => {
    const folder = mkdtempSync(join(tmpdir(), "namewright-providers-"))
    const filename = join(folder, "data.sqlite")
    try {
      const earlier = providerOf("earlier")
      let payment_id = ""
      {
        await using test = await started(earlier.driver, { filename })
        payment_id = (await test.caller.payments.start({ amount: "25.00" })).payment_id
      }
      const later = providerOf("later")
      await using platform = await testPlatform({ filename, payments: later.driver })
      const check = () => platform.operator.payments.check(payment_id)
      assert.strictEqual(await codeOf(check()), "ERROR_PAYMENT_PROVIDER_UNAVAILABLE")
      await platform.operator.payments.receive({ headers: { signature: "good" }, body: `p ${payment_id}` })
      await platform.clock.advance({ hours: 7 })
      assert.deepStrictEqual(later.asked, [])
      const { failure, status } = await platform.operator.payments.get(payment_id)
      assert.deepStrictEqual([failure, status], ["The payment provider earlier is not configured", "pending"])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe("look-ups of payments", () => {
  it("that return after a newer one book nothing of the older state", async () => {
    const provider = providerOf()
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    let isSlow = false
    const find: PaymentDriver["find"] = async (order, call) => {
      const found = await provider.driver.find(order, call)
      if (!isSlow) return found
      isSlow = false
      asked.resolve()
      await answer.promise
      return found
    }
    await using test = await started({ ...provider.driver, find })
    const { payment_id } = await test.caller.payments.start({ amount: "25.00" })
    const check = () => test.platform.operator.payments.check(payment_id)
    provider.set(payment_id, { status: "succeeded" })
    const { updated_on } = await check()
    provider.set(payment_id, { returned: 2500 })
    isSlow = true
    const older = check()
    await asked.promise
    provider.set(payment_id, { returned: 0 })
    const newer = await check()
    assert.strictEqual(newer.updated_on, updated_on)
    answer.resolve()
    assert.strictEqual((await older).returned_amount, "0.00")
    assert.deepStrictEqual(await test.topUps(), ["25.00 succeeded"])
  })
})

describe("requests of payments", () => {
  it("name a page with https, or one of this machine", () => {
    const accepts = (return_url: string) => Schema.is(NewPayment)({ amount: 2500, return_url })
    const urls = ["https://shop.example/a?b", "http://localhost:3000/back", "http://127.0.0.1"]
    assert.deepStrictEqual(urls.map(accepts), [true, true, true])
    const others = [
      "http://shop.example",
      "http://localhost.shop.example",
      "http://localhost:1@shop.example",
      "ftp://a"
    ]
    assert.deepStrictEqual(others.map(accepts), [false, false, false, false])
  })
})
