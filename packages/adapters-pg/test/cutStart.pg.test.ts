import { assert, describe, it } from "@effect/vitest"
import { postgres } from "@namewright/adapters-pg"
import { createPlatform, isPlatformError } from "@namewright/core/embed"
import { Effect } from "effect"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"
import { testSize } from "../../../test/testSize.ts"
import { type CuttingProxy, cuttingProxy, type Moment } from "./CuttingProxy.ts"
import { hostPool } from "./hostPool.ts"

const schema = "namewright"

const unavailable = "ERROR_STORAGE_UNAVAILABLE"

/** Number of cuts of a start for each moment, spread evenly over its statements: with the tables there, and without. */
const [migratedCuts, emptyCuts] = [testSize(2, 4), testSize(2, 3)]

/** Longest time of a call that starts a platform, which creates all tables first. */
const timeout = 60_000

/** Connections of the host's pool. */
const poolSize = 5

/** Outcome of a call that the loss of PostgreSQL may interrupt. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(() => "done", (error: unknown) => isPlatformError(error) ? error.code : String(error))

type Storage = ReturnType<typeof postgres>

/** Number of statements until a platform has started and has carried out its first call. */
const statementsOfStart = async (proxy: CuttingProxy, storage: Storage): Promise<number> => {
  proxy.cutAt(0, "before")
  await using platform = createPlatform({ storage })
  await platform.ready()
  await platform.operator.organizations.findByReference("none")
  return proxy.statements
}

/**
 * Starts a platform whose PostgreSQL is lost at a statement. The next call starts it again. It has to succeed; but `idle`
 * connections of a pool may have broken without the pool's knowledge, and each may be given to another call.
 */
const startCutAt = async (
  proxy: CuttingProxy,
  { idle, storage }: { readonly storage: Storage; readonly idle: number },
  statement: number,
  moment: Moment
) => {
  await using platform = createPlatform({ storage })
  proxy.cutAt(statement, moment)
  const first = await outcomeOf(platform.operator.organizations.findByReference("none", { timeout }))
  const wasCut = proxy.restore()
  const create = () => outcomeOf(platform.operator.organizations.createParent({ name: "Example" }, { timeout }))
  let second = await create()
  for (let left = idle; left > 0 && second === unavailable; left--) second = await create()
  return { statement, moment, wasCut, first, second }
}

const moments = ["before", "after"] as const

/** At most so many of the numbers 1 to `last`, at equal distances. */
const spread = (last: number, count: number): ReadonlyArray<number> => {
  const stride = Math.max(1, Math.ceil(last / count))
  return Array.from({ length: Math.ceil(last / stride) }, (_, index) => 1 + index * stride)
}

describe("PostgreSQL that is lost while a platform starts", () => {
  for (const connections of ["of its own", "of the host's pool"]) {
    it.live(
      `at a statement of a start with connections ${connections} is unavailable, and the next call starts again`,
      () =>
        Effect.gen(function*() {
          const url = yield* freshDatabase
          const direct = yield* hostPool(url)
          const proxy = yield* cuttingProxy(url)
          const pool = yield* hostPool(proxy.url, poolSize)
          const isOwn = connections === "of its own"
          const storage = postgres(isOwn ? { url: proxy.url, schema } : { pool, schema })
          const setting = { storage, idle: isOwn ? 0 : poolSize }
          yield* Effect.promise(async () => {
            const empty = () => direct.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
            const found = []
            const all = await statementsOfStart(proxy, storage)
            const migrated = await statementsOfStart(proxy, storage)
            for (const moment of moments) {
              for (const statement of spread(migrated, migratedCuts)) {
                found.push(await startCutAt(proxy, setting, statement, moment))
              }
              for (const statement of spread(all, emptyCuts)) {
                await empty()
                found.push(await startCutAt(proxy, setting, statement, moment))
              }
            }
            // A late statement may belong to a heartbeat, which no call waits for.
            const wrong = found.filter(({ first, second }) =>
              ![unavailable, "done"].includes(first) || second !== "done"
            )
            assert.deepStrictEqual(wrong, [])
            assert.isAbove(found.filter(({ first }) => first === unavailable).length, found.length / 3)
          })
        }).pipe(Effect.scoped),
      600_000
    )
  }
})
