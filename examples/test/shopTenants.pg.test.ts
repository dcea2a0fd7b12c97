import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { hostPool } from "../../packages/adapters-pg/test/hostPool.ts"
import { heapUsed } from "../../test/heapUsed.ts"
import { freshDatabase } from "../../test/PostgresDatabase.ts"
import { testSize } from "../../test/testSize.ts"
import { createShop } from "../shop/shop.ts"
import { assertBooks, untilFinished } from "./shopProof/shopBooks.ts"
import { newOrder, ShopClient } from "./shopProof/ShopClient.ts"

const tenants = testSize(10, 50, "NAMEWRIGHT_SHOP_TENANTS")
/** Tenants whose requests run at the same time. */
const concurrency = 8
/** Largest growth of the heap, in bytes for each tenant: the shop and its platform keep nothing of a tenant. */
const heapOfTenant = 20_000

/** Carries out work for every tenant, some at a time, and returns the milliseconds for each. */
const forTenants = async (work: (index: number) => Promise<void>): Promise<number> => {
  const started = performance.now()
  const rest = Array.from({ length: tenants }, (_, index) => index).values()
  await Promise.all(Array.from({ length: concurrency }, async () => {
    for (const index of rest) await work(index)
  }))
  return (performance.now() - started) / tenants
}

it.live(
  `The shop serves ${tenants} tenants: each orders, lists its domains and reads its invoice`,
  () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url, 10)
      const { app, platform } = yield* Effect.acquireRelease(
        Effect.sync(() => createShop(pool)),
        (shop) => Effect.promise(() => shop.app.close())
      )
      yield* Effect.promise(async () => {
        const address = { url: await app.listen({ port: 0, host: "127.0.0.1" }) }
        const clients = Array.from({ length: tenants }, () => new ShopClient(address))
        const orders = Array.from({ length: tenants }, (_, index) => newOrder(`tenant-${index}.com`))
        const clientOf = (index: number) => clients[index] ?? assert.fail()
        const orderOf = (index: number) => orders[index] ?? assert.fail()
        await clientOf(0).signUp("First")
        const before = await heapUsed()

        const signUp = await forTenants((index) =>
          index === 0 ? Promise.resolve() : clientOf(index).signUp(`Tenant ${index}`)
        )
        const order = await forTenants((index) => clientOf(index).order(orderOf(index)))
        const started = performance.now()
        await untilFinished(pool, 240)
        const registration = (performance.now() - started) / tenants
        const read = await forTenants(async (index) => {
          const { body: domains } = await clientOf(index).until(200, "GET", "/domains")
          assert.deepStrictEqual(domains.map(({ name }: { name: string }) => name), [`tenant-${index}.com`])
          const { body: lines } = await clientOf(index).until(200, "GET", "/invoice")
          assert.deepStrictEqual(lines, [{ text: `tenant-${index}.com: create`, net: "12.00", tax: "0.00" }])
        })
        const growth = await heapUsed() - before
        await assertBooks(pool, orders, [])

        // The feed of all organizations, page by page.
        const charged = new Set<string>()
        for (let after = 0, isEnd = false; !isEnd;) {
          const { changes, next } = await platform.changes.read({ after, limit: 50, kinds: ["charge.captured"] })
          for (const { organization_id } of changes) charged.add(organization_id)
          isEnd = next === after
          after = next
        }
        assert.strictEqual(charged.size, tenants)
        console.log({ signUp, order, registration, read, growth })
        assert.isBelow(growth, tenants * heapOfTenant + 20e6)
      })
    }).pipe(Effect.scoped),
  60_000 + tenants * 1000
)
