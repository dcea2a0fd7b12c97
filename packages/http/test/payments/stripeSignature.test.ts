import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { stripeSignatureProblem } from "../../src/payments/stripeSignature.ts"

const now = new Date("2026-01-01T00:00:00Z")
const time = now.getTime() / 1000
const signed = createHmac("sha256", "secret").update(`${time}.{}`).digest("hex")
const problemOf = (...signatures: ReadonlyArray<string>) =>
  stripeSignatureProblem([`t=${time}`, ...signatures.map((one) => `v1=${one}`)].join(","), "{}", "secret", now)

describe("signatures of Stripe", () => {
  it("match the secret, the time and the body", () => {
    assert.strictEqual(problemOf(signed), undefined)
    assert.strictEqual(problemOf("0".repeat(64), signed), undefined)
    assert.strictEqual(stripeSignatureProblem(undefined, "{}", "secret", now), "The notice has no signature")
  })

  it("are refused if they are of other characters or lengths", () => {
    for (const wrong of ["0".repeat(64), "ä".repeat(64), "\u{1f511}".repeat(32), signed.slice(1), `${signed}0`, ""]) {
      assert.strictEqual(problemOf(wrong), "The signature does not match", wrong)
    }
  })
})
