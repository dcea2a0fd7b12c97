import { assert, describe, it } from "@effect/vitest"
import { received, resellerPlatform, subjectsOf } from "./resellerPlatform.ts"

const expiry = /^Ablauf von/

/** Limit of a test that passes a year or two of the platform's clock. */
const timeout = 120_000

describe("mails about the expiry of a domain, over years", () => {
  it("are sent 3 days after it if the domain was not renewed, and name the days that are configured", async () => {
    await using all = await resellerPlatform({ expiryMailDays: [10, -3, -5] })
    const { customer, platform, reseller } = all
    const { name } = await platform.create.domain(customer)
    const { balances: [balance] } = await platform.ledger(reseller)
    await platform.operator.wallets.adjust({
      organization_id: reseller,
      amount: `-${balance?.wallet}`,
      reference: "withdrawal"
    })
    await platform.clock.advance({ days: 367 })
    const [ahead, ...others] = await received(all, expiry)
    assert.include(ahead?.text, "Sie wird automatisch verlängert.")
    assert.deepStrictEqual(others, [])
    await platform.clock.advance({ days: 4 })
    const [, third, fifth] = await received(all, expiry)
    for (const mail of [third, fifth]) {
      assert.strictEqual(mail?.subject, `Ablauf von ${name} am 1. Januar 2031`)
      assert.include(mail?.text, "Sie wurde nicht verlängert.")
    }
    assert.lengthOf(await received(all, expiry), 3)
  }, timeout)

  it("begin again with each term", async () => {
    await using all = await resellerPlatform({ expiryMailDays: [30] })
    const { customer, platform } = all
    const { name } = await platform.create.domain(customer)
    await platform.clock.advance({ days: 730 })
    assert.deepStrictEqual(
      await subjectsOf(all, expiry),
      [`Ablauf von ${name} am 1. Januar 2031`, `Ablauf von ${name} am 1. Januar 2032`]
    )
  }, timeout)
})
