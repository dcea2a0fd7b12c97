import { assert, describe, it } from "@effect/vitest"
import { codeOf, providerOf, type RefundAnswer, started } from "./paymentPlatform.ts"

/** An organization that has paid 25.00, and spent `spent` of it. */
const paid = async (spent?: string) => {
  const provider = providerOf()
  const test = await started(provider.driver)
  const { payment_id, provider_payment_id } = await test.caller.payments.start({ amount: "25.00" })
  provider.set(payment_id, { status: "succeeded" })
  await test.notice(provider_payment_id ?? "")
  if (spent !== undefined) {
    const { organization_id } = test
    await test.platform.operator.wallets.adjust({ organization_id, amount: `-${spent}`, reference: "spent" })
  }
  const refund = (reference: string, amount?: string, force = false) =>
    test.platform.operator.payments.refund(payment_id, {
      reference,
      force,
      ...(amount === undefined ? {} : { amount })
    })
  const state = async () => {
    const { failure, pending_refund, returned_amount } = await test.platform.operator.payments.get(payment_id)
    return { failure, pending_refund, returned_amount, balance: await test.balance() }
  }
  const ordered = () => provider.asked.filter((call) => call.startsWith("refund"))
  return { ...test, provider, payment_id, refund, state, ordered, [Symbol.asyncDispose]: () => test.platform.dispose() }
}

const settled = (returned_amount: string, balance: string, failure: string | null = null) => ({
  failure,
  pending_refund: null,
  returned_amount,
  balance
})

describe("refunds of payments", () => {
  it("are ordered once for each reference, and taken from the balance", async () => {
    await using test = await paid()
    const first = await test.refund("one", "10.00")
    assert.deepStrictEqual([first.returned_amount, first.pending_refund, first.status], ["10.00", null, "succeeded"])
    assert.deepStrictEqual(await test.refund("one", "10.00"), await test.refund("one"))
    assert.strictEqual(await codeOf(test.refund("one", "9.00")), "ERROR_WALLET_REFERENCE_CONFLICT")
    assert.strictEqual(await codeOf(test.refund("two", "15.01")), "ERROR_PAYMENT_NOT_REFUNDABLE")
    assert.deepStrictEqual(await test.state(), settled("10.00", "15.00"))
    await test.refund("two")
    assert.strictEqual(await codeOf(test.refund("three")), "ERROR_PAYMENT_NOT_REFUNDABLE")
    assert.deepStrictEqual(await test.state(), settled("25.00", "0.00"))
    assert.deepStrictEqual(test.ordered(), ["refund 1000", "refund 1500"])
    // The notices of the refunds change nothing.
    await test.notice(`p ${test.payment_id}`)
    assert.deepStrictEqual(await test.topUps(), ["-10.00 succeeded", "-15.00 succeeded", "25.00 succeeded"])
    const changes = (await test.platform.changes.read({ kinds: ["payment.returned"] })).changes
    assert.deepStrictEqual(changes.map(({ data }) => "net" in data ? data.net : ""), ["-10.00", "-15.00"])
    assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
    await test.platform.clock.advance({ days: 2 })
    const { findings } = await test.platform.operator.reconciliation.run({ day: first.created_on.slice(0, 10) })
    assert.deepStrictEqual(findings, [])
  })

  it("need a succeeded payment, a provider that takes them, and a balance that covers them unless they are forced", async () => {
    await using test = await paid("20.00")
    await test.platform.operator.organizations.changeTerms(test.organization_id, {
      billing_model: "postpaid",
      credit_limit: "100.00"
    })
    assert.strictEqual(await codeOf(test.refund("one")), "ERROR_BILLING_INSUFFICIENT_FUNDS")
    assert.strictEqual(await codeOf(test.refund("one", "5.01")), "ERROR_BILLING_INSUFFICIENT_FUNDS")
    assert.deepStrictEqual(test.ordered(), [])
    await test.refund("one", "5.00")
    assert.deepStrictEqual(await test.state(), settled("5.00", "0.00"))
    await test.refund("two", "20.00", true)
    assert.deepStrictEqual(await test.state(), settled("25.00", "-20.00"))
    const pending = await test.caller.payments.start({ amount: "9.00" })
    const refund = test.platform.operator.payments.refund(pending.payment_id, { reference: "one" })
    assert.strictEqual(await codeOf(refund), "ERROR_PAYMENT_NOT_REFUNDABLE")

    const { refund: _refund, ...driver } = providerOf().driver
    await using other = await started(driver)
    const { payment_id } = await other.caller.payments.start({ amount: "9.00" })
    const unsupported = other.platform.operator.payments.refund(payment_id, { reference: "one" })
    assert.strictEqual(await codeOf(unsupported), "ERROR_PAYMENT_NOT_REFUNDABLE")
  })

  it("are given back to the balance if the provider refuses them, and can be repeated under another reference", async () => {
    for (const answer of ["refused", "failed"] satisfies ReadonlyArray<RefundAnswer>) {
      await using test = await paid()
      test.provider.answerRefunds(answer)
      assert.strictEqual(await codeOf(test.refund("one", "10.00")), "ERROR_PAYMENT_NOT_REFUNDABLE")
      const { failure, ...rest } = await test.state()
      assert.match(failure ?? "", /^The refund of 10\.00 EUR has failed: /)
      assert.deepStrictEqual(rest, { pending_refund: null, returned_amount: "0.00", balance: "25.00" })
      test.provider.answerRefunds("succeeded")
      assert.strictEqual(await codeOf(test.refund("one", "10.00")), "ERROR_PAYMENT_NOT_REFUNDABLE")
      await test.refund("two", "10.00")
      assert.deepStrictEqual(await test.state(), settled("10.00", "15.00"))
      assert.deepStrictEqual(await test.topUps(), ["-10.00 failed", "-10.00 succeeded", "25.00 succeeded"])
      assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
    }
  })

  it("with a lost answer are looked up, and those that the provider does not know are ordered again", async () => {
    for (const answer of ["lost", "down"] satisfies ReadonlyArray<RefundAnswer>) {
      await using test = await paid()
      test.provider.answerRefunds(answer)
      const { pending_refund } = await test.refund("one", "10.00")
      assert.strictEqual(pending_refund, "10.00")
      // A second refund looks the first one up.
      if (answer === "down") {
        assert.strictEqual(await codeOf(test.refund("two", "1.00")), "ERROR_PAYMENT_NOT_REFUNDABLE")
      }
      // The money is held.
      assert.strictEqual(await test.balance(), "15.00")
      test.provider.answerRefunds("succeeded")
      await test.platform.clock.advance({ minutes: 3 })
      assert.deepStrictEqual(await test.state(), settled("10.00", "15.00"))
      assert.strictEqual(test.provider.refunds.size, 1)
      assert.deepStrictEqual(await test.topUps(), ["-10.00 succeeded", "25.00 succeeded"])
    }
  })

  it("wait while the provider carries them out, and are not ordered again", async () => {
    await using test = await paid()
    test.provider.answerRefunds("pending")
    await test.refund("one", "10.00")
    await test.platform.clock.advance({ days: 2 })
    assert.deepStrictEqual(await test.state(), { ...settled("0.00", "15.00"), pending_refund: "10.00" })
    assert.deepStrictEqual(test.ordered(), ["refund 1000"])
    const { findings } = await test.platform.operator.reconciliation.run({
      day: (await test.platform.operator.payments.get(test.payment_id)).created_on.slice(0, 10)
    })
    assert.deepStrictEqual(findings, [])
    test.provider.endRefunds()
    await test.platform.clock.advance({ hours: 7 })
    assert.deepStrictEqual(await test.state(), settled("10.00", "15.00"))
  })

  it("that never reach the provider are given back after 23 hours", async () => {
    await using test = await paid()
    test.provider.answerRefunds("down")
    await test.refund("one")
    await test.platform.clock.advance({ hours: 22 })
    assert.strictEqual(await test.balance(), "0.00")
    await test.platform.clock.advance({ hours: 9 })
    const { balance, failure, pending_refund } = await test.state()
    assert.deepStrictEqual([balance, pending_refund], ["25.00", null])
    assert.strictEqual(failure, "The refund of 25.00 EUR has failed: the payment provider does not know it")
  })

  it.each(
    [
      ["succeeded", settled("10.00", "15.00")],
      ["failed", settled("0.00", "25.00", "The refund of 10.00 EUR has failed: an operator has concluded it")]
    ] as const
  )("are concluded by an operator as %s if the provider no longer knows the payment", async (outcome, state) => {
    await using test = await paid()
    const { check, conclude } = test.platform.operator.payments
    test.provider.answerRefunds("pending")
    await test.refund("one", "10.00")
    assert.strictEqual(await codeOf(conclude(test.payment_id, { outcome })), "ERROR_PAYMENT_NOT_CONCLUDABLE")
    test.provider.states.clear()
    assert.strictEqual((await check(test.payment_id)).failure, "The payment provider does not know the payment")
    await conclude(test.payment_id, { outcome })
    assert.deepStrictEqual(await test.state(), state)
    assert.strictEqual(await codeOf(conclude(test.payment_id, { outcome })), "ERROR_PAYMENT_NOT_CONCLUDABLE")
    assert.deepStrictEqual(await test.platform.operator.wallets.audit(), [])
  })

  it("are booked once beside chargebacks and concurrent look-ups", async () => {
    await using test = await paid()
    test.provider.answerRefunds("lost")
    await test.refund("one", "10.00")
    test.provider.set(test.payment_id, { returned: 2500 })
    const check = () => test.platform.operator.payments.check(test.payment_id)
    await Promise.all([check(), check(), test.notice(`p ${test.payment_id}`)])
    assert.deepStrictEqual(await test.state(), settled("25.00", "0.00"))
    assert.deepStrictEqual(await test.topUps(), ["-10.00 succeeded", "-15.00 succeeded", "25.00 succeeded"])
  })

  it("have the outcomes of the simulated provider", async () => {
    await using test = await started()
    const { payment_id } = await test.caller.payments.start({ amount: "50.00" })
    const outcomes: Array<string> = []
    for (const amount of ["1.00", "1.01", "1.03", "1.04", "1.05"]) {
      const refund = test.platform.operator.payments.refund(payment_id, { amount, reference: amount })
      outcomes.push(await refund.then(({ pending_refund }) => pending_refund ?? "succeeded", () => "refused"))
      await test.platform.clock.advance({ minutes: 3 })
    }
    assert.deepStrictEqual(outcomes, ["succeeded", "refused", "1.03", "refused", "1.05"])
    assert.strictEqual(await test.balance(), "46.92")
    await test.platform.operator.payments.check(payment_id)
    assert.strictEqual(await test.balance(), "46.92")
  })
})
