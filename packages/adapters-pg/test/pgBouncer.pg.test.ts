import { assert, describe, it } from "@effect/vitest"
import { migrate, type Options, postgres, schemaStatus } from "@namewright/adapters-pg"
import { createPlatform, isPlatformError, type Platform } from "@namewright/core/embed"
import { Effect } from "effect"
import { setTimeout } from "node:timers/promises"
import { pgBouncer } from "../../../test/PgBouncer.ts"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"
import { requires } from "../../../test/requires.ts"
import { ada } from "../../core/test/contacts/ada.ts"
import { hostPool } from "./hostPool.ts"

const schema = "namewright"

const platformOn = (options: Options) =>
  Effect.acquireRelease(
    Effect.sync(() => createPlatform({ storage: postgres(options) })),
    (platform) => Effect.promise(() => platform.dispose())
  )

/** A customer, and the contacts of its orders. */
const customer = async (platform: Platform) => {
  const { organization_id } = await platform.operator.organizations.createParent({
    name: "Example",
    starting_credit: "1000.00"
  })
  const { contact_id } = await platform.as(organization_id, "admin").contacts.create(ada)
  return { organization_id, contacts: { registrant: contact_id, admin: contact_id, tech: contact_id } }
}

const names = (prefix: string) => Array.from({ length: 12 }, (_, index) => `${prefix}-${index}.com`)

describe("PgBouncer in transaction mode", requires("pgbouncer"), () => {
  it.effect("migrates a schema, and shows its status", () =>
    Effect.gen(function*() {
      const at = { url: yield* pgBouncer(yield* freshDatabase), schema, pooler: true }
      yield* Effect.promise(async () => {
        const before = await schemaStatus(at)
        assert.deepStrictEqual([before.stored, before.state], [0, "outdated"])
        assert.deepStrictEqual(await migrate(at), before.pending)
        assert.strictEqual((await schemaStatus(at)).state, "current")
      })
    }).pipe(Effect.scoped))

  it.live(
    "serves platforms with connections of their own and with a pool of the host, and their workers",
    () =>
      Effect.gen(function*() {
        const direct = yield* freshDatabase
        const url = yield* pgBouncer(direct)
        const pool = yield* hostPool(url, 10)
        const own = yield* platformOn({ url, schema, pooler: true })
        yield* Effect.promise(() => own.ready())
        const hosted = yield* platformOn({ pool, schema, pooler: true })
        const stop = new AbortController()
        const working = [own, hosted].map((platform) => platform.work({ signal: stop.signal }))
        yield* Effect.promise(async () => {
          const { contacts, organization_id } = await customer(own)
          const order = (name: string) =>
            ({ name, contacts, period: { unit: "y", value: 1 }, renewal_mode: "renew" }) as const
          // At the same time, over both platforms and in jobs, on three connections to the server.
          const caller = { organization_id, role: "admin" }
          const [{ batch_id }] = await Promise.all([
            hosted.as(caller).jobs.submit({
              commands: names("job").map((name) => ({
                command: "domain_create",
                payload: { ...order(name), period: 1 }
              }))
            }),
            ...names("own").map((name) => own.as(caller).domains.register(order(name))),
            ...names("hosted").map((name) => hosted.as(caller).domains.register(order(name)))
          ])
          const isDone = async () =>
            (await own.as(caller).jobs.page(batch_id)).items.every(({ status }) => status === "succeeded")
          for (let attempt = 0; !await isDone(); attempt++) {
            assert.isBelow(attempt, 300)
            await setTimeout(100)
          }
          const found: Array<string> = []
          for await (const { name } of hosted.as(caller).domains.all()) found.push(name)
          assert.deepStrictEqual(found.toSorted(), [...names("hosted"), ...names("job"), ...names("own")].toSorted())
          const balance = await own.operator.wallets.balance(organization_id)
          assert.strictEqual(balance?.amount, (1000 - 36 * 9.5).toFixed(2))
          stop.abort()
          await Promise.all(working)
        })
      }).pipe(Effect.scoped),
    60_000
  )

  it.live("commits rows of the host with calls or rolls them back, and leaves no setting in a session", () =>
    Effect.gen(function*() {
      const direct = yield* freshDatabase
      const pool = yield* hostPool(yield* pgBouncer(direct), 10)
      const platform = yield* platformOn({ pool, schema, pooler: true })
      yield* Effect.promise(async () => {
        await pool.query("CREATE TABLE public.customers (id text PRIMARY KEY)")
        const create = (id: string, fail: boolean) =>
          platform.transaction(async (tx) => {
            await tx.query("INSERT INTO public.customers VALUES ($1)", [id])
            await tx.operator.organizations.createParent({ external_reference: id, name: id })
            if (fail) throw new Error("The host changed its mind")
          })
        const outcomes = await Promise.allSettled(
          Array.from({ length: 12 }, (_, index) => create(`customer-${index}`, index % 3 === 0))
        )
        assert.lengthOf(outcomes.filter(({ status }) => status === "fulfilled"), 8)
        const { rows } = await pool.query<{ id: string }>("SELECT id FROM public.customers ORDER BY id")
        assert.lengthOf(rows, 8)
        for (let index = 0; index < 12; index++) {
          const stored = await platform.operator.organizations.findByReference(`customer-${index}`)
          assert.strictEqual(stored === null, !rows.some(({ id }) => id === `customer-${index}`))
        }
        const repeated = await platform.transaction((tx) =>
          tx.query("INSERT INTO public.customers VALUES ($1)", ["customer-1"])
        ).catch((error: unknown) => error)
        assert.isTrue(isPlatformError(repeated, "ERROR_TRANSACTION_QUERY"))
        const paths = await Promise.all(
          Array.from({ length: 10 }, async () => (await pool.query("SHOW search_path")).rows)
        )
        assert.deepStrictEqual(
          new Set(paths.flat().map(({ search_path }) => search_path)),
          new Set(["\"$user\", public"])
        )
      })
    }).pipe(Effect.scoped))

  it.live("refuses the start of a platform with a schema but without the option pooler", () =>
    Effect.gen(function*() {
      const url = yield* pgBouncer(yield* freshDatabase)
      const platform = yield* platformOn({ url, schema })
      const error = yield* Effect.promise(() => platform.ready().then(() => undefined, (failure: unknown) => failure))
      assert.isTrue(isPlatformError(error), String(error))
    }).pipe(Effect.scoped))
})
