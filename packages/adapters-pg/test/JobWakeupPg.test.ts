import { assert, it } from "@effect/vitest"
import { JobWakeup } from "@namewright/core/jobs"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as JobWakeupPg from "../src/JobWakeupPg.ts"
import type { Notifications } from "../src/Notifications.ts"

type Listen = Notifications["listen"]

const subscribed = (listen: Listen, wake: (topic: string) => void) =>
  Effect.flatMap(JobWakeup, ({ subscribe }) => subscribe(wake)).pipe(
    Effect.provide(JobWakeupPg.layer(Effect.succeed({ notify: () => Effect.void, listen })))
  )

const lost = Effect.fail(new Error("Connection terminated unexpectedly"))

it.effect("A lost listener connects again while the platform's clock has stopped", () =>
  Effect.gen(function*() {
    const woken = yield* Deferred.make<string>()
    let connections = 0
    const listen: Listen = (_channel, onPayload) =>
      Effect.suspend(() => {
        if (++connections === 1) return lost
        onPayload(JSON.stringify(["another process", "domains"]))
        return Effect.never
      })
    yield* subscribed(listen, (topic) => Deferred.doneUnsafe(woken, Effect.succeed(topic)))
    assert.strictEqual(yield* Deferred.await(woken), "domains")
  }))

it.effect("A lost listener does not connect more often while the platform's clock is advanced", () =>
  Effect.gen(function*() {
    let connections = 0
    const listen: Listen = () => Effect.andThen(Effect.sync(() => connections++), lost)
    yield* subscribed(listen, () => {})
    yield* TestClock.adjust("1 hour")
    // In real time the hour has taken milliseconds.
    assert.isAtMost(connections, 2)
  }))
