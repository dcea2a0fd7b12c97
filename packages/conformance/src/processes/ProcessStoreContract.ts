import { assert, layer } from "@effect/vitest"
import { newProcessId, type Process, ProcessStore } from "@namewright/core/processes"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"

const newProcess = Effect.gen(function*() {
  const now = yield* Instant.now
  const made: Process = { process_id: yield* newProcessId, started_on: now, seen_on: now }
  yield* (yield* ProcessStore).insert(made)
  return made
})

/** Contract of storage adapters for running processes. */
export const processStoreContract = <E>(name: string, storage: Layer.Layer<ProcessStore, E>) =>
  layer(storage)(`ProcessStore (${name})`, (it) => {
    const others = Effect.fnUntraced(function*(own: Process, ...among: ReadonlyArray<Process>) {
      const ids = new Set(among.map(({ process_id }) => process_id))
      const store = yield* ProcessStore
      return (yield* store.others(own.process_id)).filter(({ process_id }) => ids.has(process_id))
    })

    it.effect("shows a process to the others, with its last heartbeat", () =>
      Effect.gen(function*() {
        const store = yield* ProcessStore
        const [first, second] = [yield* newProcess, yield* newProcess]
        assert.deepStrictEqual(yield* others(first, first, second), [second])
        yield* TestClock.adjust("3 seconds")
        const seen_on = yield* Instant.now
        assert.isTrue(yield* store.beat(second.process_id, seen_on))
        assert.deepStrictEqual(yield* others(first, second), [{ ...second, seen_on }])
      }))

    it.effect("ends a process once, and refuses its next heartbeat", () =>
      Effect.gen(function*() {
        const store = yield* ProcessStore
        const [own, gone] = [yield* newProcess, yield* newProcess]
        const ended = yield* Effect.all([1, 2, 3].map(() => store.end(gone.process_id, gone.seen_on)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(ended.toSorted(), [false, false, true])
        assert.isFalse(yield* store.beat(gone.process_id, yield* Instant.now))
        assert.deepStrictEqual(yield* others(own, gone), [])
      }))

    it.effect("does not end a process that has sent a heartbeat since it was judged", () =>
      Effect.gen(function*() {
        const store = yield* ProcessStore
        const [own, slow] = [yield* newProcess, yield* newProcess]
        const seen_on = DateTime.add(slow.seen_on, { seconds: 1 })
        yield* store.beat(slow.process_id, seen_on)
        assert.isFalse(yield* store.end(slow.process_id, slow.seen_on))
        assert.deepStrictEqual(yield* others(own, slow), [{ ...slow, seen_on }])
      }))

    it.effect("removes a process that stops", () =>
      Effect.gen(function*() {
        const store = yield* ProcessStore
        const [own, stopped] = [yield* newProcess, yield* newProcess]
        yield* store.remove(stopped.process_id)
        assert.deepStrictEqual(yield* others(own, stopped), [])
      }))
  })
