import { assert, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect, Exit } from "effect"
import { EventEmitter } from "node:events"
import { notificationsOf } from "../src/Notifications.ts"
import type { HostPool, HostPoolClient } from "../src/pool/HostPool.ts"

/** A connection that breaks during its first statement. */
class BreakingClient extends EventEmitter {
  release() {}
  query() {
    const lost = new Error("Connection terminated unexpectedly")
    this.emit("error", lost)
    return Promise.reject(lost)
  }
}

it.live("A connection that breaks during LISTEN fails the listener, and leaves no rejection unhandled", () =>
  Effect.gen(function*() {
    const unhandled: Array<unknown> = []
    const record = (reason: unknown) => void unhandled.push(reason)
    process.on("unhandledRejection", record)
    yield* Effect.addFinalizer(() => Effect.sync(() => process.off("unhandledRejection", record)))
    const pool: HostPool = { connect: (callback) => callback(undefined, new BreakingClient() as HostPoolClient) }
    const { listen } = yield* notificationsOf(pool)
    const exit = yield* Effect.exit(listen("jobs", () => {}))
    assert.isTrue(Exit.isFailure(exit))
    // Node reports unhandled rejections after the current tasks.
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    assert.deepStrictEqual(unhandled, [])
  }).pipe(Effect.scoped, Effect.provide(SqliteClient.layer({ filename: ":memory:" }))))
