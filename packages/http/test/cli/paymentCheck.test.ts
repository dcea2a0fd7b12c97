import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { paymentCheck } from "../../src/cli/paymentCheck.ts"

type Settings = Parameters<typeof paymentCheck>[0]

const resultOf = (environment: Settings["environment"], key?: string, secret?: string, paymentReturnUrl?: string) => {
  const hidden = (text: string | undefined) => text === undefined ? undefined : Redacted.make(text)
  const { explanation, verdict } = paymentCheck({
    environment,
    baseUrl: undefined,
    paymentReturnUrl,
    stripeSecretKey: hidden(key),
    stripeWebhookSecret: hidden(secret)
  })
  for (const text of [key, secret]) if (text !== undefined) assert.notInclude(explanation, text)
  return `${verdict}: ${explanation}`
}

describe("the check of payments", () => {
  it("accepts the keys of the mode of the installation", () => {
    assert.strictEqual(resultOf("sandbox"), "fine: simulated")
    assert.strictEqual(resultOf("sandbox", "sk_test_a1", "whsec_b2"), "fine: Stripe, in test mode")
    const page = "https://shop.example"
    assert.strictEqual(resultOf("production", "rk_live_a1", "whsec_b2", page), "fine: Stripe, in live mode")
    assert.match(resultOf("production", "rk_live_a1", "whsec_b2"), /^advice: .*--payment-return-url/)
    assert.match(resultOf("production"), /^advice: customers cannot pay online/)
  })

  it("finds keys that are missing, of another kind, or of the other mode", () => {
    assert.match(resultOf("production", "sk_live_a1"), /^problem: .*together$/)
    assert.match(resultOf("production", undefined, "whsec_b2"), /^problem: .*together$/)
    assert.match(resultOf("production", "pk_live_a1", "whsec_b2"), /^problem: .*publishable/)
    assert.match(resultOf("production", "a1b2c3", "whsec_b2"), /^problem: .*not a key of Stripe/)
    assert.match(resultOf("production", "sk_live_a1", "sk_live_b2"), /^problem: .*not a signing secret/)
    assert.match(resultOf("production", "sk_test_a1", "whsec_b2"), /^problem: .*test mode/)
    assert.match(resultOf("sandbox", "sk_live_a1", "whsec_b2"), /^problem: .*live mode/)
  })
})
