import { assert, it } from "@effect/vitest"
import { newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { WebhookAudience, WebhookEndpointStore } from "@namewright/core/webhooks"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

/** The audience of one process over a set that the test changes, with the number of its reads. */
const process = (stored: Set<OrganizationId>, gate: Effect.Effect<void> = Effect.void) => {
  const reads = { count: 0 }
  const store = Layer.mock(WebhookEndpointStore)({
    audience: Effect.suspend(() => {
      reads.count++
      const snapshot = new Set(stored)
      return Effect.as(gate, snapshot)
    })
  })
  const transaction = Layer.mock(Transaction)({
    afterCommit: (signal) => signal,
    wasAway: () => false,
    lostRace: () => false
  })
  return Effect.map(
    Effect.provide(WebhookAudience, WebhookAudience.layer.pipe(Layer.provide([store, transaction]), Layer.fresh)),
    (audience) => ({ audience, reads })
  )
}

it.effect("reads once in five seconds, however many events there are", () =>
  Effect.gen(function*() {
    const { audience, reads } = yield* process(new Set())
    for (let count = 0; count < 100; count++) assert.isFalse(yield* audience.has(yield* newOrganizationId))
    assert.strictEqual(reads.count, 1)
  }))

it.effect("takes what another process has made after five seconds at the latest", () =>
  Effect.gen(function*() {
    const stored = new Set<OrganizationId>()
    const { audience } = yield* process(stored)
    const organization = yield* newOrganizationId
    assert.isFalse(yield* audience.has(organization))
    stored.add(organization)
    yield* TestClock.adjust("4999 millis")
    assert.isFalse(yield* audience.has(organization))
    yield* TestClock.adjust("1 millis")
    assert.isTrue(yield* audience.has(organization))
  }))

it.effect("takes what this process has made at once", () =>
  Effect.gen(function*() {
    const stored = new Set<OrganizationId>()
    const { audience } = yield* process(stored)
    const organization = yield* newOrganizationId
    yield* audience.has(organization)
    stored.add(organization)
    yield* audience.invalidate
    assert.isTrue(yield* audience.has(organization))
  }))

it.effect("does not keep what was read while an endpoint was made", () =>
  Effect.gen(function*() {
    const stored = new Set<OrganizationId>()
    const gate = yield* Deferred.make<void>()
    const { audience } = yield* process(stored, Deferred.await(gate))
    const organization = yield* newOrganizationId
    const reading = yield* Effect.forkChild(audience.has(organization), { startImmediately: true })
    stored.add(organization)
    yield* audience.invalidate
    yield* Deferred.succeed(gate, undefined)
    assert.isFalse(yield* Fiber.join(reading))
    assert.isTrue(yield* audience.has(organization))
  }))
