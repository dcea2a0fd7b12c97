import { assert, describe, it } from "@effect/vitest"
import { type Options, postgres } from "@namewright/adapters-pg"
import { createPlatform, isPlatformError, type Platform, retryAfterSeconds } from "@namewright/core/embed"
import { Effect } from "effect"
import { setTimeout } from "node:timers/promises"
import { killablePostgres } from "../../../test/KillablePostgres.ts"
import { ada } from "../../core/test/contacts/ada.ts"
import { hastyClock } from "../../core/test/domains/hastyClock.ts"
import { hostPool } from "./hostPool.ts"

const rejection = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined, (error: unknown) => error)

const assertUnavailable = async (call: Promise<unknown>): Promise<void> => {
  const error = await rejection(call)
  if (!isPlatformError(error, "ERROR_STORAGE_UNAVAILABLE")) return assert.fail(String(error))
  assert.isTrue(error.retryable)
  assert.strictEqual(error.message, "The storage cannot be reached")
  assert.strictEqual(retryAfterSeconds(error), 1)
}

/** The result of the first call after the start. A call that shares an attempt which failed before is repeated. */
const onceStarted = async <A>(call: () => Promise<A>): Promise<A> => {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isPlatformError(error, "ERROR_STORAGE_UNAVAILABLE")) throw error
      await setTimeout(100)
    }
  }
  return assert.fail("The platform did not start")
}

/** Connections of the platform, and a pool of the host. */
const storages = Effect.fnUntraced(function*(url: string) {
  const pool = yield* hostPool(url)
  return [["url", { url }], ["pool", { pool, schema: "namewright" }]] satisfies ReadonlyArray<[string, Options]>
})

const orders = Array.from({ length: 24 }, (_, index) => `order-${index}.com`)

/** The clock of the platform is faster, so that recovery asks the registry after seconds. */
const speed = 15

/** Carries an order out as a host does: with a key, again after every failure that passes. */
const untilCarriedOut = async (register: () => Promise<unknown>, failures: Set<string>): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt++) {
    const error = await rejection(register())
    if (error === undefined) return
    if (!isPlatformError(error)) return assert.fail(String(error))
    failures.add(error.code)
    assert.isDefined(retryAfterSeconds(error), `${error.code} ${error.message}`)
    await setTimeout(100)
  }
  assert.fail("The order was not carried out")
}

/** The charges of all orders, once recovery has settled those whose response was lost. */
const settledCharges = async ({ transactions }: ReturnType<Platform["as"]>): Promise<ReadonlyArray<string>> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const charges: Array<string> = []
    for await (const { action, product_reference, status } of transactions.all()) {
      if (action === "create") charges.push(`${status} ${product_reference}`)
    }
    if (!charges.some((charge) => charge.startsWith("pending "))) return charges
    await setTimeout(100)
  }
  return assert.fail("A charge was not settled")
}

/** Every domain exists once, and is charged once; nothing is reserved. */
const assertOnce = async (platform: Platform, organization_id: string): Promise<void> => {
  const caller = platform.as(organization_id, "admin")
  const names: Array<string> = []
  for await (const { name } of caller.domains.all()) names.push(name)
  assert.deepStrictEqual(names.toSorted(), orders.toSorted())
  const charges = await settledCharges(caller)
  const succeeded = charges.filter((charge) => charge.startsWith("succeeded "))
  assert.deepStrictEqual(succeeded.toSorted(), orders.map((name) => `succeeded ${name}`).toSorted())
  const balance = await platform.operator.wallets.balance(organization_id)
  assert.strictEqual(balance?.amount, (1000 - orders.length * 9.5).toFixed(2))
}

describe("a platform whose PostgreSQL is down", () => {
  it.live("at its start rejects calls with StorageUnavailable, and starts when it is back", () =>
    Effect.gen(function*() {
      const database = yield* killablePostgres
      for (const [name, options] of yield* storages(database.url)) {
        const platform = createPlatform({ storage: postgres(options) })
        const stop = new AbortController()
        yield* Effect.addFinalizer(() => Effect.promise(() => (stop.abort(), platform.dispose())))
        const working = platform.work({ signal: stop.signal }).then(() => "stopped")
        yield* database.replace(Effect.promise(async () => {
          await assertUnavailable(platform.ready())
          await assertUnavailable(platform.operator.organizations.createParent({ name }))
          await assertUnavailable(platform.transaction((tx) => tx.query("SELECT 1")))
          await assertUnavailable(platform.as("organization_01h455vb4pex5vsknk084sn02q", "admin").domains.page())
        }))
        yield* Effect.promise(async () => {
          const { organization_id } = await onceStarted(() => platform.operator.organizations.createParent({ name }))
          assert.strictEqual((await platform.as(organization_id, "admin").domains.page()).total, 0)
          stop.abort()
          assert.strictEqual(await working, "stopped")
        })
      }
    }).pipe(Effect.scoped))

  it.live("later rejects calls with errors that say so, and carries each repeated order out and charges it once", () =>
    Effect.gen(function*() {
      const database = yield* killablePostgres
      const base = Date.now()
      for (const [name, options] of yield* storages(database.url)) {
        const platform = createPlatform({ storage: postgres(options), clock: hastyClock(base, speed) })
        const stop = new AbortController()
        yield* Effect.addFinalizer(() => Effect.promise(() => (stop.abort(), platform.dispose())))
        const { organization_id, contacts } = yield* Effect.promise(async () => {
          const { organization_id } = await platform.operator.organizations.createParent({
            name,
            starting_credit: "1000.00"
          })
          const { contact_id } = await platform.as(organization_id, "admin").contacts.create(ada)
          return { organization_id, contacts: { registrant: contact_id, admin: contact_id, tech: contact_id } }
        })
        const working = platform.work({ signal: stop.signal })
        const failures = new Set<string>()
        const { domains } = platform.as(organization_id, "admin")
        const carriedOut = Promise.all(
          orders.map((domain, index) =>
            setTimeout(index * 25).then(() =>
              untilCarriedOut(() =>
                domains.register(
                  { name: domain, contacts, period: { unit: "y", value: 1 }, renewal_mode: "renew" },
                  { idempotencyKey: domain }
                ), failures)
            )
          )
        )
        for (const [before, away] of [[60, 700], [250, 100], [400, 0]]) {
          yield* Effect.sleep(before ?? 0)
          yield* database.replace(Effect.promise(async () => {
            await assertUnavailable(domains.page())
            await setTimeout(away)
          }))
        }
        yield* Effect.promise(async () => {
          await carriedOut
          assert.include(failures, "ERROR_STORAGE_UNAVAILABLE")
          await assertOnce(platform, organization_id)
          stop.abort()
          await working
        })
      }
    }).pipe(Effect.scoped))
})
