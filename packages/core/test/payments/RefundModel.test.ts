import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import { codeOf, providerOf, started } from "./paymentPlatform.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** References are few, so that requests are repeated. */
const Step = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("refund"),
    reference: between(1, 5),
    amount: between(1, 900),
    force: Schema.Boolean,
    answer: Schema.Literals(["succeeded", "pending", "failed", "refused", "lost", "down"])
  }),
  Schema.Struct({ type: Schema.Literal("chargeback"), amount: between(0, 500) }),
  Schema.Struct({ type: Schema.Literal("spend"), amount: between(1, 900) }),
  Schema.Struct({ type: Schema.Literal("notice") }),
  Schema.Struct({ type: Schema.Literal("wait"), hours: between(1, 30) })
])
type Step = typeof Step.Type
const Steps = Schema.Array(Step).check(Schema.isMinLength(4), Schema.isMaxLength(14))

const paidAmount = 2500

/** Minor units of decimal text. */
const cents = (text: string | undefined): number => Math.round(Number(text) * 100)

const history = async () => {
  const provider = providerOf()
  const test = await started(provider.driver)
  const { organization_id, platform } = test
  const { payment_id } = await test.caller.payments.start({ amount: paidAmount })
  provider.set(payment_id, { status: "succeeded" })
  await test.notice(`p ${payment_id}`)
  let spent = 0
  let chargedBack = 0
  let spendings = 0
  const balance = async () => cents(await test.balance())

  const take = async (step: Step) => {
    switch (step.type) {
      case "refund": {
        const before = await balance()
        provider.answerRefunds(step.answer)
        const request = { reference: String(step.reference), amount: step.amount, force: step.force }
        const code = await codeOf(platform.operator.payments.refund(payment_id, request))
        const known = ["none", "ERROR_BILLING_INSUFFICIENT_FUNDS", "ERROR_PAYMENT_NOT_REFUNDABLE"]
        assert.include([...known, "ERROR_WALLET_REFERENCE_CONFLICT"], code)
        const after = await balance()
        // A chargeback that the look-up found is taken in any case.
        if (!step.force && after < before && chargedBack === 0) assert.isAtLeast(after, 0)
        return
      }
      case "chargeback":
        chargedBack += step.amount
        return provider.chargeBack(payment_id, step.amount)
      case "spend": {
        spendings++
        const movement = { organization_id, amount: -step.amount, reference: `spent ${spendings}` }
        const code = await codeOf(platform.operator.wallets.adjust(movement))
        if (code === "none") spent += step.amount
        return
      }
      case "notice":
        return test.notice(`p ${payment_id}`)
      case "wait":
        return platform.clock.advance({ hours: step.hours })
    }
  }

  /** Lets every refund end, and compares both sides. */
  const compare = async () => {
    provider.answerRefunds("succeeded")
    provider.endRefunds()
    await platform.clock.advance({ days: 2 })
    const payment = await platform.operator.payments.check(payment_id)
    const returned = Math.min(paidAmount, provider.states.get(payment_id)?.returned ?? 0)
    assert.deepStrictEqual(
      [payment.pending_refund, cents(payment.returned_amount), await balance()],
      [null, returned, paidAmount - spent - returned]
    )
    assert.deepStrictEqual(await platform.operator.wallets.audit(), [])
    const { items } = await test.caller.transactions.page({ page_size: 100 })
    assert.notInclude(items.map(({ status }) => status), "pending")
    const ofRefunds = items.filter(({ product_reference }) => product_reference?.includes(" refund ") === true)
    const taken = ofRefunds.filter(({ status }) => status === "succeeded").map(({ price }) => -cents(price))
    const carriedOut = [...provider.refunds.values()].filter(({ status }) => status === "succeeded")
    assert.sameMembers(taken, carriedOut.map(({ amount }) => amount))
  }
  return { take, compare, [Symbol.asyncDispose]: () => platform.dispose() }
}

it.effect.prop(
  "each refund is taken from the balance once, as the provider has it, whatever happens meanwhile",
  [Steps],
  ([steps]) =>
    Effect.promise(async () => {
      await using test = await history()
      for (const step of steps) await test.take(step)
      await test.compare()
    }),
  { timeout: 300_000, arbitrary: { runs: testSize(8, 50) } }
)
