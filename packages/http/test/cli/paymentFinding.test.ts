import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { paymentFinding } from "../../src/cli/paymentFinding.ts"

type Settings = Parameters<typeof paymentFinding>[0]

const finding = (environment: Settings["environment"], key?: string, secret?: string, paymentReturnUrl?: string) => {
  const hidden = (text: string | undefined) => text === undefined ? undefined : Redacted.make(text)
  const { explanation, verdict } = paymentFinding({
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
    assert.strictEqual(finding("sandbox"), "fine: simulated")
    assert.strictEqual(finding("sandbox", "sk_test_a1", "whsec_b2"), "fine: Stripe, in test mode")
    const page = "https://shop.example"
    assert.strictEqual(finding("production", "rk_live_a1", "whsec_b2", page), "fine: Stripe, in live mode")
    assert.match(finding("production", "rk_live_a1", "whsec_b2"), /^advice: .*--payment-return-url/)
    assert.match(finding("production"), /^advice: customers cannot pay online/)
  })

  it("finds keys that are missing, of another kind, or of the other mode", () => {
    assert.match(finding("production", "sk_live_a1"), /^problem: .*together$/)
    assert.match(finding("production", undefined, "whsec_b2"), /^problem: .*together$/)
    assert.match(finding("production", "pk_live_a1", "whsec_b2"), /^problem: .*publishable/)
    assert.match(finding("production", "a1b2c3", "whsec_b2"), /^problem: .*not a key of Stripe/)
    assert.match(finding("production", "sk_live_a1", "sk_live_b2"), /^problem: .*not a signing secret/)
    assert.match(finding("production", "sk_test_a1", "whsec_b2"), /^problem: .*test mode/)
    assert.match(finding("sandbox", "sk_live_a1", "whsec_b2"), /^problem: .*live mode/)
  })
})
