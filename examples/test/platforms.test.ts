import { assert, describe, it } from "@effect/vitest"
import { isPlatformError, type Platform } from "@namewright/core"
import { Logger } from "effect"
import { customer, open } from "./platformInMemory.ts"

describe("platforms in one process", () => {
  it("share no data, registries, callers, prices, clocks, loggers or end", async () => {
    const logged: Record<"one" | "other", Array<unknown>> = { one: [], other: [] }
    const loggerOf = (name: "one" | "other") => [Logger.make(({ message }) => void logged[name].push(message))]
    const priceOf = (amount: string) => async () => ({ amount })
    const failing = async () => Promise.reject(new Error("No price"))
    let isFailing = false
    const one = open({ loggers: loggerOf("one"), pricing: () => isFailing ? failing() : priceOf("7.00")() })
    await using other = open({ loggers: loggerOf("other"), pricing: priceOf("8.00"), environment: "production" })
    const [mine, theirs] = [await customer(one), await customer(other)]

    // The same name at the simulated registry of each, at the price of each.
    await mine.order("my-shop.com")
    await theirs.order("my-shop.com")
    const paid = async (platform: Platform, organization_id: string) =>
      (await platform.operator.wallets.balance(organization_id))?.amount
    assert.deepStrictEqual([await paid(one, mine.organization_id), await paid(other, theirs.organization_id)], [
      "93.00",
      "92.00"
    ])

    // A caller of one is unknown to the other, also when both know the name.
    const stranger = await other.as(mine.organization_id, "admin").domains.page().catch((error: unknown) => error)
    assert.isTrue(isPlatformError(stranger, "ERROR_ORGANIZATION_NOT_FOUND"), String(stranger))
    assert.deepStrictEqual([one.settings.environment, other.settings.environment], ["sandbox", "production"])

    // A failure is logged by its own platform.
    isFailing = true
    const refused = await mine.order("other-shop.com").catch((error: unknown) => error)
    assert.isTrue(isPlatformError(refused, "ERROR_PRICE_UNAVAILABLE"), String(refused))
    await theirs.order("other-shop.com")
    assert.deepStrictEqual([logged.one.length > 0, logged.other], [true, []])

    // The end of one does not end the other.
    await one.dispose()
    const closed = await mine.caller.domains.page().catch((error: unknown) => error)
    assert.isTrue(isPlatformError(closed, "ERROR_PLATFORM_CLOSED"), String(closed))
    assert.strictEqual((await theirs.caller.domains.page()).total, 2)
  })
})
