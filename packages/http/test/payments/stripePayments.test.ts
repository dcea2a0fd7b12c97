import { assert, describe, it } from "@effect/vitest"
import { toFetch } from "@namewright/http"
import { testPlatform } from "@namewright/testing"
import { stripePayments } from "../../src/payments/stripePayments.ts"
import { fakeStripe, secretKey, webhookSecret } from "./fakeStripe.ts"

/** A platform whose payments go to the fake Stripe, and the route of its notices. */
const started = async (options: { readonly secretKey?: string } = {}) => {
  const stripe = await fakeStripe()
  const platform = await testPlatform({
    now: new Date(),
    payments: stripePayments({
      secretKey,
      webhookSecret,
      returnUrl: "https://shop.example",
      url: stripe.url,
      ...options
    })
  })
  const { organization_id } = await platform.operator.organizations.createParent({ name: "ACME" })
  const { payments, transactions } = platform.as(organization_id, "admin")
  const handler = toFetch(platform)
  const notify = async ({ body, headers }: { readonly body: string; readonly headers: Record<string, string> }) => {
    const response = await handler(new Request("http://localhost/payments/notices", { method: "POST", body, headers }))
    return response.status
  }
  const balance = async () => (await platform.operator.wallets.balance(organization_id))?.amount
  return {
    stripe,
    platform,
    payments,
    transactions,
    notify,
    balance,
    [Symbol.asyncDispose]: async () => {
      await platform.dispose()
      await stripe[Symbol.asyncDispose]()
    }
  }
}

describe("stripePayments", () => {
  it("orders a Checkout Session, and books it when a signed notice leads to a paid one", async () => {
    await using test = await started()
    const { stripe } = test
    const payment = await test.payments.start({ amount: "25.00", return_url: "https://shop.example/account" })
    const { payment_id } = payment
    assert.deepStrictEqual(
      [payment.status, payment.provider_payment_id, payment.checkout_url],
      ["pending", "cs_test_1", "https://checkout.stripe.example/1"]
    )
    assert.deepStrictEqual(Object.fromEntries(stripe.orders[0] ?? []), {
      mode: "payment",
      client_reference_id: payment_id,
      "metadata[payment_id]": payment_id,
      "payment_intent_data[metadata][payment_id]": payment_id,
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "eur",
      "line_items[0][price_data][unit_amount]": "2500",
      "line_items[0][price_data][product_data][name]": "Account credit",
      success_url: "https://shop.example/account",
      cancel_url: "https://shop.example/account"
    })
    const early = stripe.event("checkout.session.completed", { ...stripe.shown(payment_id), payment_status: "paid" })
    // The content of a notice is not believed: the session is not paid yet.
    assert.deepStrictEqual([await test.notify(early), await test.balance()], [204, "0.00"])
    const completed = stripe.event("checkout.session.completed", stripe.pay(payment_id))
    for (let time = 0; time < 3; time++) assert.strictEqual(await test.notify(completed), 204)
    assert.strictEqual(await test.balance(), "25.00")
    assert.deepStrictEqual((await test.payments.get(payment_id)).status, "succeeded")
  })

  it("accepts delayed methods, their failures and expired pages, in any order of notices", async () => {
    await using test = await started()
    const { stripe } = test
    const [first, second, third] = [
      await test.payments.start({ amount: 1000 }),
      await test.payments.start({ amount: 2000 }),
      await test.payments.start({ amount: 4000 })
    ]
    const completed = stripe.event("checkout.session.completed", stripe.pay(first.payment_id, { delayed: true }))
    stripe.pay(second.payment_id, { delayed: true })
    await test.notify(completed)
    assert.strictEqual(await test.balance(), "0.00")
    Object.assign(stripe.sessionOf(first.payment_id), { payment_status: "paid" })
    const succeeded = stripe.event("checkout.session.async_payment_succeeded", stripe.shown(first.payment_id))
    await test.notify(succeeded)
    await test.notify(completed)
    assert.strictEqual(await test.balance(), "10.00")
    Object.assign(stripe.sessionOf(second.payment_id).intent ?? {}, {
      status: "requires_payment_method",
      last_payment_error: { message: "The account is closed" }
    })
    await test.notify(stripe.event("checkout.session.async_payment_failed", stripe.shown(second.payment_id)))
    stripe.sessionOf(third.payment_id).status = "expired"
    await test.notify(stripe.event("checkout.session.expired", stripe.shown(third.payment_id)))
    const failures = [await test.payments.get(second.payment_id), await test.payments.get(third.payment_id)]
    assert.deepStrictEqual(failures.map(({ failure, status }) => `${status}: ${failure}`), [
      "failed: The account is closed",
      "failed: The payment page has expired"
    ])
    assert.strictEqual(await test.balance(), "10.00")
  })

  it("takes refunds and disputes back, and gives won disputes again", async () => {
    await using test = await started()
    const { stripe } = test
    const { payment_id } = await test.payments.start({ amount: 5000 })
    await test.notify(stripe.event("checkout.session.completed", stripe.pay(payment_id)))
    const intent = stripe.sessionOf(payment_id).intent ?? assert.fail("not paid")
    const charge = intent.charge ?? assert.fail("not charged")
    const notifyCharge = (type: string) => test.notify(stripe.event(type, { id: "ch_1", payment_intent: intent.id }))
    charge.amount_refunded = 1000
    await notifyCharge("charge.refunded")
    await notifyCharge("charge.refunded")
    assert.strictEqual(await test.balance(), "40.00")
    charge.disputed = true
    const dispute = { payment_intent: intent.id, amount: 4000, status: "needs_response" }
    stripe.disputes.push(dispute, { payment_intent: intent.id, amount: 4000, status: "warning_closed" })
    await notifyCharge("charge.dispute.funds_withdrawn")
    assert.strictEqual(await test.balance(), "0.00")
    dispute.status = "won"
    await notifyCharge("charge.dispute.closed")
    assert.strictEqual(await test.balance(), "40.00")
    const paid = await test.payments.get(payment_id)
    assert.strictEqual(paid.returned_amount, "10.00")
    // The notice of this dispute is lost.
    stripe.disputes.push({ payment_intent: intent.id, amount: 2000, status: "lost" })
    await test.platform.clock.advance({ days: 2 })
    await test.platform.operator.reconciliation.run({ day: paid.created_on.slice(0, 10) })
    assert.strictEqual(await test.balance(), "20.00")
  })

  it("refunds once by a key, and finds refunds whose answer was lost beside others", async () => {
    await using test = await started()
    const { stripe } = test
    const { payment_id } = await test.payments.start({ amount: 5000 })
    await test.notify(stripe.event("checkout.session.completed", stripe.pay(payment_id)))
    const { check, refund } = test.platform.operator.payments
    const { returned_amount } = await refund(payment_id, { amount: "10.00", reference: "one" })
    assert.strictEqual(returned_amount, "10.00")
    assert.deepInclude(Object.fromEntries(stripe.orders.at(-1) ?? []), {
      payment_intent: stripe.sessionOf(payment_id).intent?.id,
      amount: "1000"
    })
    stripe.faults.push("lost")
    const lost = await refund(payment_id, { amount: "5.00", reference: "two" })
    assert.deepStrictEqual([lost.pending_refund, await test.balance()], ["5.00", "35.00"])
    const other = { payment_intent: stripe.sessionOf(payment_id).intent?.id ?? "", status: "succeeded", metadata: {} }
    stripe.refunds.unshift({ ...other, id: "re_a", amount: 100 }, { ...other, id: "re_b", amount: 100 })
    assert.strictEqual((await check(payment_id)).returned_amount, "15.00")
    stripe.faults.push({ status: 429, type: "rate_limit_error" })
    const limited = await refund(payment_id, { amount: "1.00", reference: "three" })
    assert.strictEqual(limited.pending_refund, "1.00")
    assert.strictEqual((await check(payment_id)).returned_amount, "16.00")
    stripe.faults.push({ status: 400, type: "invalid_request_error" })
    const refused = await refund(payment_id, { amount: "1.00", reference: "four" }).catch(String)
    assert.include(String(refused), "has failed")
    assert.strictEqual((await check(payment_id)).pending_refund, null)
    assert.strictEqual(await test.balance(), "34.00")
    assert.strictEqual(stripe.refunds.length, 5)
  })

  it("waits for refunds that are pending, and gives failed ones back", async () => {
    await using test = await started()
    const { stripe } = test
    const { payment_id } = await test.payments.start({ amount: 5000 })
    await test.notify(stripe.event("checkout.session.completed", stripe.pay(payment_id)))
    const { check, refund } = test.platform.operator.payments
    stripe.refundsBecome.status = "pending"
    const { pending_refund, returned_amount } = await refund(payment_id, { reference: "one" })
    assert.deepStrictEqual([pending_refund, returned_amount, await test.balance()], ["50.00", "0.00", "0.00"])
    Object.assign(stripe.refunds[0] ?? {}, { status: "failed" })
    Object.assign(stripe.sessionOf(payment_id).intent?.charge ?? {}, { amount_refunded: 0 })
    const failed = await check(payment_id)
    assert.deepStrictEqual([failed.pending_refund, failed.returned_amount], [null, "0.00"])
    assert.strictEqual(await test.balance(), "50.00")
  })

  it("finds an order whose answer was lost, and orders again after a limit, once", async () => {
    await using test = await started()
    const { stripe } = test
    // Sessions of other programs fill the first pages.
    for (let number = 0; number < 3; number++) await test.payments.start({ amount: 1000 })
    stripe.faults.push("lost")
    const lost = await test.payments.start({ amount: 2500 })
    for (let number = 0; number < 3; number++) await test.payments.start({ amount: 1000 })
    assert.deepStrictEqual([lost.status, lost.provider_payment_id], ["pending", null])
    const found = await test.platform.operator.payments.check(lost.payment_id)
    assert.strictEqual(found.provider_payment_id, stripe.sessionOf(lost.payment_id).id)
    stripe.faults.push({ status: 429, type: "rate_limit_error" })
    const limited = await test.payments.start({ amount: 2500 })
    assert.strictEqual(limited.provider_payment_id, null)
    const ordered = await test.platform.operator.payments.check(limited.payment_id)
    assert.isNotNull(ordered.checkout_url)
    assert.strictEqual(stripe.sessions.length, 8)
  })

  it("tells a refusal from an answer that leaves the outcome open", async () => {
    await using test = await started()
    const { stripe } = test
    const outcomes = []
    for (
      const fault of [
        { status: 400, type: "invalid_request_error" },
        { status: 402, type: "card_error" },
        { status: 400, type: "idempotency_error" },
        { status: 409, type: "idempotency_error" },
        { status: 500, type: "api_error" }
      ]
    ) {
      stripe.faults.push(fault)
      outcomes.push((await test.payments.start({ amount: 2500 })).status)
    }
    assert.deepStrictEqual(outcomes, ["failed", "failed", "pending", "pending", "pending"])
    assert.strictEqual(stripe.sessions.length, 0)
    await using misconfigured = await started({ secretKey: "sk_wrong" })
    assert.strictEqual((await misconfigured.payments.start({ amount: 2500 })).status, "pending")
  })

  it("refuses notices with another signature, an old one, another body or none, and ignores other events", async () => {
    await using test = await started()
    const { stripe } = test
    const { payment_id } = await test.payments.start({ amount: 2500 })
    const object = stripe.pay(payment_id)
    const type = "checkout.session.completed"
    const now = Date.now()
    const good = stripe.event(type, object)
    const refused = [
      stripe.event(type, object, now, "whsec_other"),
      stripe.event(type, object, now - 301_000),
      stripe.event(type, object, now + 310_000),
      { ...good, body: good.body.replace("complete", "complete ") },
      { ...good, headers: {} },
      { ...good, headers: { "stripe-signature": "t=x,v1=0" } },
      { ...good, body: "x".repeat(300_000) }
    ]
    for (const [index, notice] of refused.entries()) assert.isAtLeast(await test.notify(notice), 400, String(index))
    assert.strictEqual(await test.balance(), "0.00")
    const foreign = { ...object, id: "cs_foreign", metadata: {} }
    assert.strictEqual(await test.notify(stripe.event(type, foreign)), 204)
    assert.strictEqual(await test.notify(stripe.event("customer.created", { id: "cus_1" })), 204)
    const unknown = stripe.event("charge.refunded", { id: "ch_9", payment_intent: "pi_foreign" })
    assert.strictEqual(await test.notify(unknown), 204)
    assert.strictEqual(await test.notify(good), 204)
    assert.strictEqual(await test.balance(), "25.00")
  })

  it("lists the payments of a window, page by page", async () => {
    await using stripe = await fakeStripe()
    const driver = stripePayments({ secretKey, webhookSecret, returnUrl: "https://shop.example", url: stripe.url })
    const call = { signal: AbortSignal.timeout(10_000), now: new Date() }
    const order = (payment_id: string) =>
      driver.start({ payment_id, amount: 1000, currency: "EUR", created_on: call.now, return_url: null }, call)
    for (const id of ["payment_1", "payment_2", "payment_3"]) await order(id)
    stripe.pay("payment_2")
    const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) }
    const found = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof driver.list>> = await driver.list({ ...window, cursor }, call)
      found.push(...page.payments.map(({ payment_id, status }) => `${payment_id} ${status}`))
      cursor = page.next
    } while (cursor !== null)
    assert.deepStrictEqual(found, ["payment_3 pending", "payment_2 succeeded", "payment_1 pending"])
    const { payments } = await driver.list({ from: new Date(0), to: new Date(1000), cursor: null }, call)
    assert.deepStrictEqual(payments, [])
  })
})
