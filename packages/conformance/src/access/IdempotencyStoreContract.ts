import { assert, layer } from "@effect/vitest"
import { IdempotencyStore, type IdempotentAttempt, newRequestId } from "@namewright/core/access"
import { newProcessId, ProcessStore } from "@namewright/core/processes"
import { Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option, Struct } from "effect"
import { TestClock } from "effect/testing"

/** Stores a running process. */
const running = Effect.gen(function*() {
  const now = yield* Instant.now
  const process_id = yield* newProcessId
  yield* (yield* ProcessStore).insert({ process_id, started_on: now, seen_on: now })
  return process_id
})

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
    request_id: yield* newRequestId,
    process_id: yield* running,
    started_on,
    expires_on,
    ...other
  } satisfies IdempotentAttempt
})

/** Claims a key; attempts older than one minute count as abandoned. */
const claim = Effect.fnUntraced(function*(attempt: IdempotentAttempt) {
  const store = yield* IdempotencyStore
  return yield* store.claim(attempt, DateTime.subtract(attempt.started_on, { minutes: 1 }))
})

/** As `claim`; true if the attempt has claimed the key. */
const takes = (attempt: IdempotentAttempt) => Effect.map(claim(attempt), ({ _tag }) => _tag === "Taken")

/** Expected claim if this attempt holds the key. */
const heldBy = (attempt: IdempotentAttempt) =>
  ({ _tag: "Held", record: { ...Struct.omit(attempt, ["process_id", "request_id"]), answer: null } }) as const

const created = { status: 201, content_type: "application/json", body: `{"name":"müller.example"}` }

/** Contract of storage adapters for idempotency keys. */
export const idempotencyStoreContract = <E>(name: string, storage: Layer.Layer<IdempotencyStore | ProcessStore, E>) =>
  layer(storage)(`IdempotencyStore (${name})`, (it) => {
    it.effect("grants a key to the first attempt, and returns its record to the next", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const first = yield* attemptOf(organization, "a")
        assert.deepStrictEqual(yield* claim(first), {
          _tag: "Taken",
          request_id: first.request_id,
          begun_on: first.started_on
        })
        assert.deepStrictEqual(yield* claim(yield* attemptOf(organization, "b")), heldBy(first))
        assert.isTrue(yield* takes(yield* attemptOf(yield* newOrganizationId, "c")))
      }))

    it.effect("grants a key to one of many concurrent attempts", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const attempts = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (n) => attemptOf(organization, String(n)))
        const found = yield* Effect.forEach(attempts, takes, { concurrency: "unbounded" })
        assert.strictEqual(found.filter((isTaken) => isTaken).length, 1)
      }))

    it.effect("keeps the answer of an attempt", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const attempt = yield* attemptOf(yield* newOrganizationId, "a")
        yield* claim(attempt)
        yield* store.complete(attempt, created)
        const later = yield* claim({ ...attempt, attempt_id: "b" })
        assert.deepStrictEqual(later._tag === "Held" ? later.record.answer : undefined, created)
        yield* store.release(attempt)
        yield* store.abandon(attempt, DateTime.subtract(attempt.started_on, { hours: 1 }))
        assert.isFalse(yield* takes({ ...attempt, attempt_id: "c" }))
      }))

    it.effect("finds the record of a key and its answer until it expires, and claims nothing", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const organization = yield* newOrganizationId
        const find = (of: OrganizationId) => Effect.flatMap(Instant.now, (now) => store.find(of, "key", now))
        assert.deepStrictEqual(yield* find(organization), Option.none())
        const attempt = yield* attemptOf(organization, "a")
        assert.isTrue(yield* takes(attempt))
        const { record } = heldBy(attempt)
        assert.deepStrictEqual(yield* find(organization), Option.some(record))
        yield* store.complete(attempt, created)
        assert.deepStrictEqual(yield* find(organization), Option.some({ ...record, answer: created }))
        assert.deepStrictEqual(yield* find(yield* newOrganizationId), Option.none())
        yield* TestClock.adjust("24 hours")
        assert.deepStrictEqual(yield* find(organization), Option.none())
      }))

    it.effect("grants a released key to the next attempt, for any request", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const attempt = yield* attemptOf(yield* newOrganizationId, "a")
        yield* claim(attempt)
        yield* store.release(attempt)
        assert.isTrue(yield* takes({ ...attempt, attempt_id: "b", request_hash: "other" }))
      }))

    it.effect("grants an abandoned key to the same request at once, with its first identity", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const organization = yield* newOrganizationId
        const first = yield* attemptOf(organization, "a")
        yield* claim(first)
        for (const attempt_id of ["b", "c"]) {
          const last = attempt_id === "b" ? first : yield* attemptOf(organization, "b")
          yield* store.abandon(last, DateTime.subtract(last.started_on, { minutes: 1 }))
          assert.isFalse(yield* takes(yield* attemptOf(organization, attempt_id, { request_hash: "other" })))
          assert.deepStrictEqual(
            yield* claim(yield* attemptOf(organization, attempt_id)),
            { _tag: "Taken", request_id: first.request_id, begun_on: first.started_on }
          )
          assert.isFalse(yield* takes(yield* attemptOf(organization, "d")))
        }
      }))

    it.effect("lets the same request take over an abandoned attempt, and ignores the abandoned one from then on", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const organization = yield* newOrganizationId
        const lost = yield* attemptOf(organization, "a")
        yield* claim(lost)
        yield* TestClock.adjust("59 seconds")
        assert.isFalse(yield* takes(yield* attemptOf(organization, "b")))
        yield* TestClock.adjust("1 second")
        assert.isFalse(yield* takes(yield* attemptOf(organization, "c", { request_hash: "other" })))
        const heir = yield* attemptOf(organization, "d")
        assert.deepStrictEqual(yield* claim(heir), {
          _tag: "Taken",
          request_id: lost.request_id,
          begun_on: lost.started_on
        })

        yield* store.complete(lost, created)
        yield* store.release(lost)
        yield* store.abandon(lost, DateTime.subtract(lost.started_on, { hours: 1 }))
        assert.deepStrictEqual(yield* claim(yield* attemptOf(organization, "e")), heldBy(heir))
      }))

    it.effect("grants the key of an ended process to the same request at once, with its first identity", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const processes = yield* ProcessStore
        const organization = yield* newOrganizationId
        const lost = yield* attemptOf(organization, "a")
        yield* claim(lost)
        assert.isFalse(yield* takes(yield* attemptOf(organization, "b")))
        yield* processes.remove(lost.process_id)
        assert.isFalse(yield* takes(yield* attemptOf(organization, "c", { request_hash: "other" })))
        const heir = yield* attemptOf(organization, "d")
        assert.deepStrictEqual(yield* claim(heir), {
          _tag: "Taken",
          request_id: lost.request_id,
          begun_on: lost.started_on
        })
        assert.isFalse(yield* takes(yield* attemptOf(organization, "e")))
        yield* store.complete(heir, created)
        yield* processes.remove(heir.process_id)
        assert.isFalse(yield* takes(yield* attemptOf(organization, "f")))
      }))

    it.effect("grants an expired key to another request", () =>
      Effect.gen(function*() {
        const store = yield* IdempotencyStore
        const organization = yield* newOrganizationId
        const old = yield* attemptOf(organization, "a")
        yield* claim(old)
        yield* store.complete(old, created)
        yield* TestClock.adjust("24 hours")
        const next = yield* attemptOf(organization, "b", { request_hash: "other" })
        assert.deepStrictEqual(yield* claim(next), {
          _tag: "Taken",
          request_id: next.request_id,
          begun_on: next.started_on
        })
      }))

    it.effect("removes a bounded number of expired records", () =>
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
        assert.isFalse(yield* takes({ ...kept, attempt_id: "2", started_on: now }))
      }))
  })
