import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, isPlatformError, type Platform } from "@namewright/core"
import { Logger } from "effect"
import { heapUsed } from "../../test/heapUsed.ts"
import { ada } from "../src/ada.ts"

/** Largest heap of an additional platform, in bytes. Its database in memory has its own pages besides. */
const mostBytes = 3_000_000
const platforms = 8
const warmUps = 10

const open = (options: Partial<Parameters<typeof createPlatform>[0]> = {}): Platform =>
  createPlatform({ storage: sqlite({ filename: ":memory:" }), ...options })

const customer = async (platform: Platform) => {
  const { organization_id } = await platform.operator.organizations.createParent({
    name: "Example",
    starting_credit: "100.00"
  })
  const caller = platform.as(organization_id, "admin")
  const { contact_id } = await caller.contacts.create(ada)
  const order = (name: string) =>
    caller.domains.register({
      name,
      contacts: { registrant: contact_id, admin: contact_id, tech: contact_id },
      period: { unit: "y", value: 1 },
      renewal_mode: "renew"
    })
  return { caller, order, organization_id }
}

/** A platform that has started and answered a query. */
const asked = async () => {
  const platform = open()
  const by = await customer(platform)
  await by.caller.domains.page()
  return { platform, ...by }
}

/** The same platform after an order and the work that was due. */
const worked = async ({ caller, order, platform }: Awaited<ReturnType<typeof asked>>): Promise<Platform> => {
  await order("my-shop.com")
  await caller.domains.page()
  await platform.tick({ budgetMillis: 10_000 })
  return platform
}

const used = async (): Promise<Platform> => worked(await asked())

/** Heap of each platform of a list after a step with all of them, in bytes. */
const eachAfter = async (before: number): Promise<number> => (await heapUsed() - before) / platforms

describe("platforms in one process", () => {
  it("cost at most 3 MB each after a query, and after orders and scheduled work", async () => {
    // The first ones load what all platforms of the process share, and V8 compiles it again while it becomes hot.
    const opened: Array<Platform> = []
    while (opened.length < warmUps) opened.push(await used())
    const before = await heapUsed()
    const additional: Array<Awaited<ReturnType<typeof asked>>> = []
    while (additional.length < platforms) additional.push(await asked())
    const afterQuery = await eachAfter(before)
    for (const one of additional) opened.push(await worked(one))
    const afterWork = await eachAfter(before)
    await Promise.all(opened.map((platform) => platform.dispose()))
    assert.isBelow(afterQuery, mostBytes)
    assert.isBelow(afterWork, mostBytes)
    // Each has at least its services, so the measurement is not of nothing.
    assert.isAbove(afterWork, mostBytes / 6)
  }, 60_000)

  it("release their memory when they are disposed of", async () => {
    await (await used()).dispose()
    const before = await heapUsed()
    for (let count = 0; count < platforms; count++) await (await used()).dispose()
    assert.isBelow((await heapUsed() - before) / platforms, 1_000_000)
  }, 60_000)

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
