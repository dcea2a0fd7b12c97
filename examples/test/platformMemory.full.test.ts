import { assert, describe, it } from "@effect/vitest"
import type { Platform } from "@namewright/core"
import { heapUsed } from "../../test/heapUsed.ts"
import { customer, open } from "./platformInMemory.ts"

/** Largest heap of an additional platform, in bytes. Its database in memory has its own pages besides. */
const mostBytes = 3_000_000
const platforms = 8
const warmUps = 10

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
})
