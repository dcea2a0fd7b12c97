import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { codeOf, providerOf, started } from "./paymentPlatform.ts"

describe("payments", () => {
  it("have the outcomes of the simulated provider, and move money when they succeed", async () => {
    await using test = await started()
    const statuses = []
    for (const amount of [5000, 5001, 5002, 5003, 5004, 5005, 5006]) {
      const { failure, status } = await test.caller.payments.start({ amount })
      statuses.push(failure === null ? status : `${status}: ${failure}`)
    }
    assert.deepStrictEqual(statuses, [
      "succeeded",
      "failed: The simulated payment is declined",
      "pending",
      "pending",
      "failed: The simulated provider refuses the amount",
      "pending",
      "succeeded"
    ])
    assert.strictEqual(await test.balance(), "100.06")
    await test.platform.clock.advance({ minutes: 5 })
    // The answer to the order of 50.05 was lost; a look-up finds it.
    assert.strictEqual(await test.balance(), "150.11")
    await test.platform.clock.advance({ hours: 1 })
    assert.strictEqual(await test.balance(), "200.14")
    const { items, total } = await test.caller.payments.page({})
    assert.strictEqual(total, 7)
    const charged = items.find(({ amount }) => amount === "50.06")?.payment_id ?? ""
    await test.platform.operator.payments.receive({ headers: {}, body: JSON.stringify({ payment_id: charged }) })
    assert.strictEqual(await test.balance(), "150.08")
    assert.strictEqual((await test.caller.payments.get(charged)).returned_amount, "50.06")
    assert.include(await test.topUps(), "-50.06 succeeded")
    assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
  })

  it("are booked once however often, and in whatever order, notices arrive", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const { checkout_url, payment_id, provider_payment_id, status } = await test.caller.payments.start({
      amount: "25.00"
    })
    assert.deepStrictEqual([checkout_url, status, await test.balance()], ["https://pay.example/1", "pending", "0.00"])
    assert.deepStrictEqual(await test.topUps(), ["25.00 pending"])
    const id = provider_payment_id ?? ""
    await test.notice(id)
    provider.set(payment_id, { status: "succeeded" })
    await Promise.all([test.notice(id), test.notice(id), test.notice(id)])
    assert.strictEqual(await test.balance(), "25.00")
    provider.set(payment_id, { returned: 1000 })
    await Promise.all([test.notice(id), test.notice(id)])
    assert.strictEqual(await test.balance(), "15.00")
    // A chargeback beyond the balance, which is won later.
    await test.platform.operator.wallets.adjust({
      organization_id: test.organization_id,
      amount: "-15.00",
      reference: "spent"
    })
    provider.set(payment_id, { returned: 2500 })
    await test.notice(id)
    assert.strictEqual(await test.balance(), "-15.00")
    provider.set(payment_id, { returned: 1000 })
    await test.notice(id)
    assert.strictEqual(await test.balance(), "0.00")
    assert.deepStrictEqual(await test.topUps(), [
      "-10.00 succeeded",
      "-15.00 succeeded",
      "15.00 succeeded",
      "25.00 succeeded"
    ])
    const kinds = (await test.platform.changes.read({ kinds: ["payment.received", "payment.returned"] })).changes
      .map(({ data, kind }) => `${kind} ${"net" in data ? data.net : ""}`)
    assert.deepStrictEqual(kinds, [
      "payment.received 25.00",
      "payment.returned -10.00",
      "payment.returned -15.00",
      "payment.returned 15.00"
    ])
    assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
  })

  it("wait while the provider does not answer, and are ordered again under the same id if it does not know them", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    provider.fail(true)
    const { payment_id, status } = await test.caller.payments.start({ amount: "25.00" })
    assert.strictEqual(status, "pending")
    await test.platform.clock.advance({ minutes: 20 })
    assert.strictEqual(
      await codeOf(test.platform.operator.payments.check(payment_id)),
      "ERROR_PAYMENT_PROVIDER_UNAVAILABLE"
    )
    assert.strictEqual(await codeOf(test.notice(`p ${payment_id}`)), "none")
    provider.states.clear()
    provider.fail(false)
    await test.platform.clock.advance({ minutes: 40 })
    assert.strictEqual((await test.caller.payments.get(payment_id)).checkout_url, "https://pay.example/1")
    assert.strictEqual(provider.states.size, 1)
    provider.set(payment_id, { status: "succeeded" })
    assert.strictEqual((await test.platform.operator.payments.check(payment_id)).status, "succeeded")
    assert.strictEqual(await test.balance(), "25.00")
    const asked = provider.asked.length
    await test.platform.clock.advance({ hours: 1 })
    assert.strictEqual(provider.asked.length, asked)
  })

  it("are booked although the booking of another one dies", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const known = await test.caller.payments.start({ amount: "10.00" })
    const broken = await test.caller.payments.start({ amount: "20.00" })
    const others = [await test.caller.payments.start({ amount: "25.00" })]
    for (let count = 0; count < 4; count++) others.push(await test.caller.payments.start({ amount: "1.00" }))
    // The id of another payment, which the database refuses.
    provider.set(broken.payment_id, { status: "succeeded", provider_payment_id: `p ${known.payment_id}` })
    for (const { payment_id } of [known, ...others]) provider.set(payment_id, { status: "succeeded" })
    await test.platform.clock.advance({ minutes: 3 })
    assert.strictEqual(await test.balance(), "39.00")
    assert.strictEqual((await test.caller.payments.get(broken.payment_id)).status, "pending")
    const asked = provider.asked.length
    // The pauses between its look-ups grow.
    await test.platform.clock.advance({ minutes: 10 })
    assert.strictEqual(provider.asked.length, asked + 1)
    provider.set(broken.payment_id, { provider_payment_id: `p ${broken.payment_id}` })
    await test.platform.clock.advance({ minutes: 5 })
    assert.strictEqual(await test.balance(), "59.00")
  })

  it("need an operator if the provider has lost them", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const { payment_id } = await test.caller.payments.start({ amount: "25.00" })
    provider.states.clear()
    for (let time = 0; time < 2; time++) {
      const { failure, status } = await test.platform.operator.payments.check(payment_id)
      assert.deepStrictEqual([failure, status], ["The payment provider does not know the payment", "pending"])
    }
    assert.deepStrictEqual(provider.asked, ["start", "find", "find"])
  })

  it("are concluded by an operator only if they need one, and are booked once", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const { conclude, check, get } = test.platform.operator.payments
    const payments = [
      await test.caller.payments.start({ amount: "25.00" }),
      await test.caller.payments.start({ amount: "4.00" })
    ]
    const [paid, lost] = payments.map(({ payment_id }) => payment_id) as [string, string]
    const states = [...provider.states]
    assert.strictEqual(await codeOf(conclude(paid, { outcome: "succeeded" })), "ERROR_PAYMENT_NOT_CONCLUDABLE")
    provider.states.clear()
    for (const { payment_id } of payments) await check(payment_id)
    const { checkout_url, failure, status } = await conclude(paid, { outcome: "succeeded" })
    assert.deepStrictEqual([checkout_url, failure, status], [null, null, "succeeded"])
    assert.strictEqual((await conclude(lost, { outcome: "failed" })).status, "failed")
    for (const { payment_id } of payments) {
      assert.strictEqual(await codeOf(conclude(payment_id, { outcome: "failed" })), "ERROR_PAYMENT_NOT_CONCLUDABLE")
    }
    assert.strictEqual(await test.balance(), "25.00")
    assert.deepStrictEqual(await test.topUps(), ["25.00 succeeded", "4.00 failed"])
    assert.strictEqual((await get(lost)).failure, "The payment has failed: an operator has concluded it")
    // The provider knows them again.
    for (const [payment_id, state] of states) provider.states.set(payment_id, { ...state, status: "succeeded" })
    for (const { payment_id } of payments) await check(payment_id)
    assert.strictEqual(await test.balance(), "29.00")
    assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
  })

  it("fail when the provider says so, and money that arrives later is booked as well", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const { payment_id, provider_payment_id } = await test.caller.payments.start({ amount: "25.00" })
    provider.set(payment_id, { status: "failed", failure: "expired" })
    const { failure } = await test.platform.operator.payments.check(payment_id)
    assert.strictEqual(failure, "expired")
    assert.deepStrictEqual(await test.topUps(), ["25.00 failed"])
    provider.set(payment_id, { status: "succeeded" })
    await test.notice(provider_payment_id ?? "")
    await test.notice(provider_payment_id ?? "")
    assert.strictEqual(await test.balance(), "25.00")
    assert.deepStrictEqual(await test.topUps(), ["25.00 failed", "25.00 succeeded"])
  })

  it("are not booked with another amount or currency", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    for (const other of [{ amount: 2600 }, { currency: "USD" }]) {
      const { payment_id } = await test.caller.payments.start({ amount: "25.00" })
      provider.set(payment_id, { status: "succeeded", ...other })
      const { failure, status } = await test.platform.operator.payments.check(payment_id)
      assert.strictEqual(status, "pending")
      assert.match(failure ?? "", /^The provider has /)
    }
    assert.strictEqual(await test.balance(), "0.00")
  })

  it("refuse notices of others, and ignore those about others' payments", async () => {
    const provider = providerOf()
    await using test = await started(provider.driver)
    const forged = test.platform.operator.payments.receive({ headers: {}, body: "x" })
    assert.strictEqual(await codeOf(forged), "ERROR_PAYMENT_NOTICE_INVALID")
    await test.notice("")
    await test.notice("another payment")
    assert.deepStrictEqual(provider.asked, [])
  })

  it("are those of the caller's organization, which pays itself and may manage its billing", async () => {
    await using test = await started()
    const { payment_id } = await test.caller.payments.start({ amount: 5000 })
    const stranger = await test.platform.operator.organizations.createParent({ name: "Other" })
    const other = test.platform.as(stranger.organization_id, "admin")
    assert.strictEqual(await codeOf(other.payments.get(payment_id)), "ERROR_PAYMENT_NOT_FOUND")
    const { organization_id } = test
    assert.strictEqual(
      await codeOf(other.payments.page({ filter: { organization_id } })),
      "ERROR_ORGANIZATION_NOT_FOUND"
    )
    assert.strictEqual(
      await codeOf(other.payments.start({ amount: 5000 }, { organization_id })),
      "ERROR_ORGANIZATION_NOT_FOUND"
    )
    const viewer = test.platform.as({ organization_id, permissions: ["billing:read"] })
    assert.strictEqual((await viewer.payments.get(payment_id)).amount, "50.00")
    assert.strictEqual(await codeOf(viewer.payments.start({ amount: 5000 })), "ERROR_PERMISSION_DENIED")
    const child = await test.caller.organizations.create({ name: "Child" })
    const ofChild = { organization_id: child.organization_id }
    assert.strictEqual(await codeOf(test.caller.payments.start({ amount: 5000 }, ofChild)), "ERROR_INVALID_INPUT")
    for (const amount of [99, 10_000_001, "0.00"]) {
      assert.strictEqual(await codeOf(test.caller.payments.start({ amount })), "ERROR_INVALID_INPUT")
    }
    assert.strictEqual((await test.caller.payments.page({})).total, 1)
  })

  it("are not available without a provider", async () => {
    await using platform = await testPlatform({ environment: "production" })
    const { organization_id } = await platform.operator.organizations.createParent({ name: "ACME" })
    const { payments } = platform.as(organization_id, "admin")
    assert.strictEqual(await codeOf(payments.start({ amount: 5000 })), "ERROR_PAYMENT_PROVIDER_UNAVAILABLE")
  })
})
