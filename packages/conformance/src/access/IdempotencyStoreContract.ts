import { assert, layer } from "@effect/vitest"
import { IdempotencyStore, type IdempotentAttempt } from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const attemptOf = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  attempt_id: string,
  other: Partial<IdempotentAttempt> = {}
) {
  const started_on = yield* Instant.now
  const expires_on = DateTime.add(started_on, { hours: 24 })
  return {
    organization_id,
    idempotency_key: "key",
    request_hash: "hash",
    attempt_id,
    started_on,
    expires_on,
    ...other
  } satisfies IdempotentAttempt
})

/** Claims a key; an attempt of more than a minute ago counts as abandoned. */
const claim = Effect.fnUntraced(function*(attempt: IdempotentAttempt) {
  const store = yield* IdempotencyStore
  return yield* store.claim(attempt, DateTime.subtract(attempt.started_on, { minutes: 1 }))
})

const created = { status: 201, content_type: "application/json", body: `{"name":"müller.example"}` }

/** The promises every storage adapter keeps for the keys of requests that must not be carried out twice. */
export const idempotencyStoreContract = <E>(name: string, storage: Layer.Layer<IdempotencyStore, E>) =>
  layer(storage)(`IdempotencyStore (${name})`, (it) => {
    it.effect("gives a key to the first attempt, and shows it to the next", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const first = yield* attemptOf(organization, "a")
        assert.deepStrictEqual(yield* claim(first), Option.none())
        assert.deepStrictEqual(
          yield* claim(yield* attemptOf(organization, "b")),
          Option.some({ ...first, answer: null })
        )
        assert.deepStrictEqual(yield* claim(yield* attemptOf(yield* newOrganizationId, "c")), Option.none())
      }))

    it.effect("gives a key to one of many attempts at the same time", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const attempts = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (n) => attemptOf(organization, String(n)))
        const found = yield* Effect.forEach(attempts, claim, { concurrency: "unbounded" })
        assert.strictEqual(found.filter(Option.isNone).length, 1)
      }))

    it.effect("keeps the answer of an attempt", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const attempt = yield* attemptOf(yield* newOrganizationId, "a")
        yield* claim(attempt)
        yield* store.complete(attempt, created)
        const later = yield* claim({ ...attempt, attempt_id: "b" })
        assert.deepStrictEqual(Option.getOrThrow(later).answer, created)
        yield* store.release(attempt)
        assert.isTrue(Option.isSome(yield* claim({ ...attempt, attempt_id: "c" })))
      }))

    it.effect("gives a released key to the next attempt, whatever it asks", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const attempt = yield* attemptOf(yield* newOrganizationId, "a")
        yield* claim(attempt)
        yield* store.release(attempt)
        assert.deepStrictEqual(
          yield* claim({ ...attempt, attempt_id: "b", request_hash: "other" }),
          Option.none()
        )
      }))

    it.effect("lets the same request take over an abandoned attempt, and ignores the abandoned one from then on", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const organization = yield* newOrganizationId
        const lost = yield* attemptOf(organization, "a")
        yield* claim(lost)
        yield* TestClock.adjust("59 seconds")
        assert.isTrue(Option.isSome(yield* claim(yield* attemptOf(organization, "b"))))
        yield* TestClock.adjust("1 second")
        assert.isTrue(Option.isSome(yield* claim(yield* attemptOf(organization, "c", { request_hash: "other" }))))
        const heir = yield* attemptOf(organization, "d")
        assert.deepStrictEqual(yield* claim(heir), Option.none())

        yield* store.complete(lost, created)
        yield* store.release(lost)
        assert.deepStrictEqual(
          yield* claim(yield* attemptOf(organization, "e")),
          Option.some({ ...heir, answer: null })
        )
      }))

    it.effect("gives an expired key away", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const organization = yield* newOrganizationId
        const old = yield* attemptOf(organization, "a")
        yield* claim(old)
        yield* store.complete(old, created)
        yield* TestClock.adjust("24 hours")
        assert.deepStrictEqual(
          yield* claim(yield* attemptOf(organization, "b", { request_hash: "other" })),
          Option.none()
        )
      }))

    it.effect("removes what has expired, in bounded portions", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const organization = yield* newOrganizationId
        yield* store.removeExpired(DateTime.add(yield* Instant.now, { days: 365 }), 1_000)
        for (const idempotency_key of ["a", "b", "c"]) {
          yield* claim(yield* attemptOf(organization, "1", { idempotency_key }))
        }
        yield* TestClock.adjust("1 hour")
        const kept = yield* attemptOf(organization, "1", { idempotency_key: "d" })
        yield* claim(kept)
        yield* store.complete(kept, created)
        yield* TestClock.adjust("23 hours")
        const now = yield* Instant.now
        assert.deepStrictEqual([yield* store.removeExpired(now, 2), yield* store.removeExpired(now, 2)], [2, 1])
        assert.strictEqual(yield* store.removeExpired(now, 2), 0)
        assert.isTrue(Option.isSome(yield* claim({ ...kept, attempt_id: "2", started_on: now })))
      }))
  })
