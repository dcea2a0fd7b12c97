import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import type pg from "pg"
import { hostPool } from "../../packages/adapters-pg/test/hostPool.ts"
import { freshDatabase } from "../../test/PostgresDatabase.ts"
import { assertBooks, untilFinished } from "./shopProof/shopBooks.ts"
import { roundOrders, ShopClient } from "./shopProof/ShopClient.ts"
import { shopProcess } from "./shopProof/ShopProcess.ts"

const file = (name: string): string => join(import.meta.dirname, "shopProof", name)

const schemaOf = async (pool: pg.Pool): Promise<number> =>
  (await pool.query("SELECT max(migration_id)::int AS id FROM namewright.namewright_migrations")).rows[0].id

it.live(
  "The shop takes orders in processes of two versions, while the later one migrates the schema",
  () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url, 2)
      const args = [file("servedShop.ts"), String(Date.now()), "5", url]
      const source = "--conditions=namewright-source"
      const present = [source, ...args]
      const next = [source, "--import", file("nextVersion.ts"), ...args]
      const old = yield* shopProcess(present)
      const later = yield* shopProcess(next)
      const restarted = yield* shopProcess(present)

      yield* Effect.promise(async () => {
        const oldAddress = { url: await old.serve() }
        const [before, during, after] = [0, 1, 2].map(() => new ShopClient(oldAddress))
        if (before === undefined || during === undefined || after === undefined) return assert.fail()
        await before.signUp("Before")
        const orders = [0, 1, 2, 3].map((round) => roundOrders(round, 8))
        const [first = [], second = [], third = [], fourth = []] = orders
        await Promise.all(first.map((order) => before.order(order)))
        const published = await schemaOf(pool)

        // Orders of the old version continue while the new one starts and migrates.
        await during.signUp("During")
        const continued = Promise.all(second.map((order) => during.order(order)))
        const newAddress = { url: await later.serve() }
        const upgraded = new ShopClient(newAddress)
        await upgraded.signUp("Later")
        assert.isAbove(await schemaOf(pool), published)
        await continued

        // Both versions take orders and carry out the work of the other one.
        await after.signUp("After")
        await Promise.all([
          ...third.map((order) => upgraded.order(order)),
          ...fourth.map((order) => after.order(order))
        ])
        await untilFinished(pool, 120)
        for (
          const [client, ended] of [[before, first], [during, second], [upgraded, third], [after, fourth]] as const
        ) {
          for (const order of ended) await client.ended(order)
        }

        // A process of the old version that starts later is refused: it does not know what the schema means.
        const refused = await new ShopClient({ url: await restarted.serve() }).once("POST", "/tenants", {
          company: "Late",
          user: "Ada"
        })
        assert.strictEqual(refused.body.code, "ERROR_SCHEMA_MISMATCH", JSON.stringify(refused.body))

        // The old one is stopped, and the new one goes on alone.
        await old.stop()
        const last = roundOrders(4, 3)
        await Promise.all(last.map((order) => upgraded.order(order)))
        await untilFinished(pool, 120)
        await assertBooks(pool, [...orders.flat(), ...last], [])
      })
    }).pipe(Effect.scoped),
  600_000
)
