import { assert, layer } from "@effect/vitest"
import { newProcessId, type ProcessId, ProcessStore } from "@namewright/core/processes"
import { RegistrySessionSlots, type SlotRequest } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const inSeconds = (seconds: number) => Effect.map(Instant.now, DateTime.add({ seconds }))

let accounts = 0

/** Requests slots of a new account for several pools. */
const contenders = Effect.fnUntraced(function*(sessions: number) {
  const slots = yield* RegistrySessionSlots
  const account = `registrar@registry-${++accounts}.example`
  const requestOf = Effect.fnUntraced(function*(pool_id: string, seconds = 180) {
    const until = yield* inSeconds(seconds)
    const request: SlotRequest = { account, pool_id, process_id: null, sessions, urgent: true, until }
    return request
  })
  return {
    acquireIn: (process_id: ProcessId, pool_id: string) =>
      Effect.flatMap(requestOf(pool_id), (request) => slots.acquire({ ...request, process_id })),
    renewIn: (process_id: ProcessId, pool_id: string) =>
      Effect.flatMap(requestOf(pool_id), (request) => slots.renew({ ...request, process_id })),
    releaseEnded: (seconds = 0) => Effect.flatMap(inSeconds(seconds), (from) => slots.releaseEnded(account, from)),
    acquire: (pool_id: string, seconds?: number) => Effect.flatMap(requestOf(pool_id, seconds), slots.acquire),
    acquireWith: (pool_id: string, limit: number) =>
      Effect.flatMap(requestOf(pool_id), (request) => slots.acquire({ ...request, sessions: limit })),
    acquireIdly: (pool_id: string) =>
      Effect.flatMap(requestOf(pool_id), (request) => slots.acquire({ ...request, urgent: false })),
    renew: (pool_id: string, seconds?: number) => Effect.flatMap(requestOf(pool_id, seconds), slots.renew),
    release: (pool_id: string, slot: number, seconds = 0) =>
      Effect.flatMap(inSeconds(seconds), (from) => slots.release({ account, pool_id, slot }, from))
  }
})

const wantedOf = (slots: ReadonlyArray<{ readonly slot: number; readonly wanted: boolean }>) =>
  slots.filter(({ wanted }) => wanted).map(({ slot }) => slot)

const none = Option.none<number>()

/** Contract of the store of session slots. */
export const registrySessionSlotsContract = <E>(name: string, storage: Layer.Layer<RegistrySessionSlots, E>) => {
  layer(storage)(`RegistrySessionSlots (${name}), races`, (it) => {
    it.effect("assigns each slot to one of several concurrent pools", () =>
      Effect.gen(function*() {
        const { acquire } = yield* contenders(3)
        const pools = Array.from({ length: 8 }, (_, index) => `pool-${index}`)
        const slots = yield* Effect.forEach(pools, (pool_id) => acquire(pool_id), { concurrency: "unbounded" })
        const again = yield* Effect.forEach(pools, (pool_id) => acquire(pool_id), { concurrency: "unbounded" })
        const acquired = [...slots, ...again].flatMap(Option.toArray)
        assert.deepStrictEqual(acquired.toSorted(), [1, 2, 3])
      }))
  })

  layer(storage)(`RegistrySessionSlots (${name})`, (it) => {
    it.effect("assigns as many slots of an account as it has sessions", () =>
      Effect.gen(function*() {
        const { acquire } = yield* contenders(2)
        const other = yield* contenders(2)
        assert.deepStrictEqual(yield* acquire("a"), Option.some(1))
        assert.deepStrictEqual(yield* acquire("a"), Option.some(2))
        assert.deepStrictEqual(yield* acquire("a"), none)
        assert.deepStrictEqual(yield* acquire("b"), none)
        assert.deepStrictEqual(yield* other.acquire("b"), Option.some(1))
      }))

    it.effect("frees a slot that is not renewed, and extends one that is", () =>
      Effect.gen(function*() {
        const { acquire, renew } = yield* contenders(2)
        yield* acquire("gone", 60)
        yield* acquire("there", 60)
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(yield* renew("there", 60), [{ slot: 2, wanted: false }])
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(yield* acquire("new"), Option.some(1))
        assert.deepStrictEqual(yield* acquire("new"), none)
        assert.deepStrictEqual(yield* renew("gone"), [])
      }))

    it.effect("renews an expired slot that no other pool has acquired", () =>
      Effect.gen(function*() {
        const { acquire, renew } = yield* contenders(1)
        yield* acquire("slow", 60)
        yield* TestClock.adjust("2 minutes")
        assert.deepStrictEqual(yield* renew("slow"), [{ slot: 1, wanted: false }])
        assert.deepStrictEqual(yield* acquire("other"), none)
      }))

    it.effect("assigns a released slot again from the given time on", () =>
      Effect.gen(function*() {
        const { acquire, release, renew } = yield* contenders(1)
        yield* acquire("a")
        yield* release("b", 1)
        assert.deepStrictEqual(yield* acquire("b"), none)
        yield* release("a", 1, 60)
        assert.deepStrictEqual(yield* renew("a"), [])
        assert.deepStrictEqual(yield* acquire("b"), none)
        yield* TestClock.adjust("60 seconds")
        assert.deepStrictEqual(yield* acquire("b"), Option.some(1))
      }))

    it.effect("assigns no slots above a reduced limit", () =>
      Effect.gen(function*() {
        const { acquire, acquireWith, release } = yield* contenders(3)
        for (let slot = 1; slot <= 3; slot++) yield* acquire("a")
        yield* release("a", 3)
        assert.deepStrictEqual(yield* acquireWith("b", 2), none)
        assert.deepStrictEqual(yield* acquireWith("b", 3), Option.some(3))
      }))

    it.effect("marks a slot of the pool with the most slots as wanted, one at a time", () =>
      Effect.gen(function*() {
        const { acquire, release, renew } = yield* contenders(4)
        for (let slot = 1; slot <= 4; slot++) yield* acquire("rich")
        yield* acquire("poor")
        yield* acquire("poor")
        assert.deepStrictEqual(wantedOf(yield* renew("rich")), [4])
        yield* release("rich", 4)
        assert.deepStrictEqual(yield* acquire("poor"), Option.some(4))
        assert.deepStrictEqual(wantedOf(yield* renew("poor")), [])
        yield* acquire("poor")
        assert.deepStrictEqual(wantedOf(yield* renew("rich")), [3])
        yield* release("rich", 3)
        yield* acquire("poor")
        assert.deepStrictEqual(yield* acquire("poor"), none)
        assert.deepStrictEqual(wantedOf(yield* renew("rich")), [])
      }))

    it.effect("marks the only slot as wanted for an urgent pool without a slot", () =>
      Effect.gen(function*() {
        const { acquire, acquireIdly, release, renew } = yield* contenders(1)
        yield* acquire("a")
        assert.deepStrictEqual(yield* acquireIdly("b"), none)
        assert.deepStrictEqual(wantedOf(yield* renew("a")), [])
        yield* acquire("b")
        assert.deepStrictEqual(wantedOf(yield* renew("a")), [1])
        yield* release("a", 1, 30)
        yield* acquire("c")
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(yield* acquire("b"), Option.some(1))
        assert.deepStrictEqual(wantedOf(yield* renew("b")), [])
      }))
  })
}

const running = Effect.gen(function*() {
  const now = yield* Instant.now
  const process_id = yield* newProcessId
  yield* (yield* ProcessStore).insert({ process_id, started_on: now, seen_on: now })
  return process_id
})

/** Contract of the store of session slots: ended processes. */
export const endedSlotsContract = <E>(name: string, storage: Layer.Layer<ProcessStore | RegistrySessionSlots, E>) =>
  layer(storage)(`RegistrySessionSlots (${name}), ended processes`, (it) => {
    it.effect("releases only slots of ended processes, from a time on", () =>
      Effect.gen(function*() {
        const processes = yield* ProcessStore
        const { acquire, acquireIn, releaseEnded, renewIn } = yield* contenders(3)
        const [living, ended] = [yield* running, yield* running]
        yield* acquireIn(living, "a")
        yield* acquireIn(ended, "b")
        yield* acquire("program")
        yield* releaseEnded()
        assert.deepStrictEqual(yield* acquire("c"), none)
        yield* processes.remove(ended)
        yield* releaseEnded(60)
        assert.deepStrictEqual(yield* renewIn(ended, "b"), [])
        assert.deepStrictEqual(yield* acquire("c"), none)
        yield* TestClock.adjust("60 seconds")
        assert.deepStrictEqual(yield* acquire("c"), Option.some(2))
        assert.deepStrictEqual(yield* acquire("c"), none)
      }))

    it.effect("does not release slots that were renewed under the next id of their process, and never extends a slot", () =>
      Effect.gen(function*() {
        const processes = yield* ProcessStore
        const { acquire, acquireIn, releaseEnded, renewIn } = yield* contenders(1)
        const [first, second] = [yield* running, yield* running]
        yield* acquireIn(first, "a")
        yield* processes.remove(first)
        assert.deepStrictEqual(yield* renewIn(second, "a"), [{ slot: 1, wanted: false }])
        yield* releaseEnded()
        assert.deepStrictEqual(yield* acquire("b"), none)
        yield* processes.remove(second)
        yield* releaseEnded(600)
        yield* TestClock.adjust("180 seconds")
        assert.deepStrictEqual(yield* acquire("b"), Option.some(1))
      }))
  })
