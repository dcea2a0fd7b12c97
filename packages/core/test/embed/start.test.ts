import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, InternalFailure, isPlatformError, type PlatformErrorOf } from "@namewright/core/embed"
import type { FailureCode } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), "namewright-start-"))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const rejection = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined, (error: unknown) => error)

const failure = async <C extends FailureCode>(call: Promise<unknown>, code: C): Promise<PlatformErrorOf<C>> => {
  const error = await rejection(call)
  if (!isPlatformError(error, code)) return assert.fail(String(error))
  return error
}

const startsForever = () =>
  createPlatform({
    storage: memoryDatabase().pipe(Layer.provideMerge(Layer.effectDiscard(Effect.never)))
  })

describe("the start of a platform", () => {
  it("names a missing folder, and succeeds with the next call once it exists", () =>
    inFolder(async (folder) => {
      const missing = join(folder, "data")
      await using platform = createPlatform({ storage: sqlite({ filename: join(missing, "shop.sqlite") }) })
      const error = await failure(platform.ready(), "ERROR_STORAGE_UNAVAILABLE")
      assert.strictEqual(error.message, `The folder ${missing} of the database file does not exist`)
      assert.isTrue(error.retryable)

      await mkdir(missing)
      const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
      assert.match(organization_id, /^organization_/)
    }))

  it("is shared by concurrent calls, and a failed one is released and repeated", async () => {
    let starts = 0
    let released = 0
    const failing = Layer.effectDiscard(Effect.gen(function*() {
      yield* Effect.addFinalizer(() => Effect.sync(() => void released++))
      yield* Effect.yieldNow
      if (++starts === 1) yield* Effect.die(new Error("secret text"))
    }))
    await using platform = createPlatform({
      storage: memoryDatabase().pipe(Layer.provideMerge(failing))
    })
    const list = () => rejection(platform.operator.organizations.createParent({ name: "Example" }))
    const failures = await Promise.all([list(), list(), platform.ready().catch((error: unknown) => error)])
    for (const error of failures) {
      assert.instanceOf(error, InternalFailure)
      assert.strictEqual(error.message, "The platform failed to carry out the call")
      assert.include(String(error.cause), "secret text")
      assert.isFalse(error.retryable)
    }
    assert.strictEqual(starts, 1)

    const later = await Promise.all([list(), list()])
    assert.deepStrictEqual([later, starts, released], [[undefined, undefined], 2, 1])
  })

  it("is waited for by the worker", () =>
    inFolder(async (folder) => {
      const missing = join(folder, "data")
      await using platform = createPlatform({ storage: sqlite({ filename: join(missing, "shop.sqlite") }) })
      const stop = new AbortController()
      const working = platform.work({ signal: stop.signal }).then(() => "stopped")
      await failure(platform.ready(), "ERROR_STORAGE_UNAVAILABLE")
      await mkdir(missing)
      await platform.ready()
      stop.abort()
      assert.strictEqual(await working, "stopped")
    }))
})

describe("the schema at the start", () => {
  it("is refused if a later version has made it", () =>
    inFolder(async (folder) => {
      const filename = join(folder, "shop.sqlite")
      const first = createPlatform({ storage: sqlite({ filename }) })
      await first.ready()
      await first.dispose()
      const database = new DatabaseSync(filename)
      database.exec("INSERT INTO namewright_migrations (migration_id, name) VALUES (9999, 'later')")
      database.close()

      await using platform = createPlatform({ storage: sqlite({ filename }) })
      const { known, message, stored } = await failure(platform.ready(), "ERROR_SCHEMA_MISMATCH")
      assert.strictEqual(stored, 9999)
      assert.isBelow(known, 9999)
      assert.include(message, "later version")
    }))

  it("is refused by migrate: \"check\" until it has been migrated", () =>
    inFolder(async (folder) => {
      const filename = join(folder, "shop.sqlite")
      await using careful = createPlatform({ storage: sqlite({ filename, migrate: "check" }) })
      assert.strictEqual((await failure(careful.ready(), "ERROR_SCHEMA_MISMATCH")).stored, 0)
      const migrating = createPlatform({ storage: sqlite({ filename }) })
      await migrating.ready()
      await migrating.dispose()
      await careful.ready()
    }))

  it("names the migration that failed", () =>
    inFolder(async (folder) => {
      const filename = join(folder, "shop.sqlite")
      const database = new DatabaseSync(filename)
      database.exec("CREATE TABLE organizations (id INTEGER)")
      database.close()
      await using platform = createPlatform({ storage: sqlite({ filename }) })
      const error = await failure(platform.ready(), "ERROR_MIGRATION_FAILED")
      assert.deepStrictEqual([error.migration, error.sqlstate, error.retryable], ["0001_baseline", null, false])
    }))
})

describe("a call", () => {
  it("rejects with PlatformClosed after the end of the platform, and if the end interrupts it", async () => {
    const platform = createPlatform({ storage: memoryDatabase() })
    await platform.ready()
    await platform.dispose()
    for (const call of [platform.ready(), platform.work(), platform.tick({ budgetMillis: 1 })]) {
      assert.isFalse((await failure(call, "ERROR_PLATFORM_CLOSED")).retryable)
    }

    const starting = startsForever()
    const ready = starting.ready()
    await starting.dispose()
    await failure(ready, "ERROR_PLATFORM_CLOSED")
  })

  it("rejects with CallTimeout after its time, and with the reason of its signal", async () => {
    await using platform = startsForever()
    const reason = new Error("gone")
    const stop = new AbortController()
    const waiting = rejection(platform.ready({ signal: stop.signal, timeout: 60_000 }))
    stop.abort(reason)
    assert.strictEqual(await waiting, reason)
    const late = await failure(platform.ready({ timeout: 10 }), "ERROR_CALL_TIMEOUT")
    assert.isTrue(late.retryable)
    assert.include(late.message, "10 ms")
  })
})
