import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { setTimeout } from "node:timers/promises"
import { hostPool } from "../../packages/adapters-pg/test/hostPool.ts"
import { killablePostgres } from "../../test/KillablePostgres.ts"
import { createShop } from "../shop/shop.ts"
import { assertBooks, untilFinished } from "./shopProof/shopBooks.ts"
import { newOrder, ShopClient } from "./shopProof/ShopClient.ts"

it.live(
  "The shop starts while its database is down, survives its kills, and keeps its books exactly",
  () =>
    Effect.gen(function*() {
      const database = yield* killablePostgres
      const pool = yield* hostPool(database.url, 10)
      const address = { url: "" }
      const client = new ShopClient(address)
      const assertAway = async () => {
        const { body, status } = await client.once("GET", "/domains")
        assert.strictEqual(status, 503, JSON.stringify(body))
        assert.notInclude(JSON.stringify(body), "ECONNREFUSED")
      }

      const started: Array<{ readonly close: () => unknown }> = []
      yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(started.map((app) => app.close()))))
      yield* database.replace(Effect.promise(async () => {
        const { app } = createShop(pool)
        started.push(app)
        address.url = await app.listen({ port: 0, host: "127.0.0.1" })
        await assertAway()
      }))
      const orders = Array.from({ length: 24 }, (_, index) => newOrder(`shop-${index}.com`))
      yield* Effect.promise(() => client.signUp("Example"))
      const ordered = Promise.all(orders.map((order, index) => setTimeout(index * 50).then(() => client.order(order))))
      ordered.catch(() => {})
      for (const pause of [200, 700, 900]) {
        yield* Effect.sleep(pause)
        yield* database.replace(Effect.promise(assertAway))
      }
      yield* Effect.promise(async () => {
        await ordered
        await untilFinished(pool, 60)
        for (const order of orders) await client.ended(order)
        await assertBooks(pool, orders, [])
      })
    }).pipe(Effect.scoped),
  400_000
)
