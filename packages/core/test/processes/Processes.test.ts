import { assert, describe, it } from "@effect/vitest"
import { Processes, ProcessStore } from "@namewright/core/processes"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** Another process on the storage of the test; `stop` ends it regularly. */
const started = Effect.fnUntraced(function*() {
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(Layer.fresh(Processes.layer), scope)
  const releases: Array<string> = []
  const service = Context.get(context, Processes)
  yield* service.whenEnded(Effect.sync(() => void releases.push("released")))
  return { ...service, releases, stop: Scope.close(scope, Exit.void) }
})

/** Runs rounds of the processes, every second. */
const pass = Effect.fnUntraced(
  function*(seconds: number, ...running: ReadonlyArray<{ readonly round: Effect.Effect<void> }>) {
    for (let second = 0; second < seconds; second += 1) {
      yield* TestClock.adjust("1 seconds")
      for (const { round } of running) yield* round
    }
  }
)

const idsSeenBy = ({ latest }: { readonly latest: Effect.Effect<string> }) =>
  Effect.flatMap(latest, (id) => Effect.map(ProcessStore, (store) => store.others(id as never))).pipe(
    Effect.flatten,
    Effect.map((others) => others.map(({ process_id }) => process_id as string))
  )

const storage = memoryDatabase()

describe("Processes", () => {
  it.effect("keeps its id as long as it sends heartbeats", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* started(), yield* started()]
      const id = yield* one.latest
      yield* pass(60, one, two)
      assert.strictEqual(yield* one.current, id)
      assert.isTrue((yield* one.isCurrent(id))())
      assert.deepStrictEqual(yield* idsSeenBy(two), [id])
    }).pipe(Effect.provide(storage)))

  it.effect("releases leases once when it starts, and whenever a process has ended", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* started(), yield* started()]
      yield* one.round
      yield* pass(6, one, two)
      assert.deepStrictEqual(one.releases, ["released"])
      yield* pass(7, one)
      assert.deepStrictEqual(yield* idsSeenBy(one), [])
      assert.deepStrictEqual(one.releases, ["released", "released"])
    }).pipe(Effect.provide(storage)))

  it.effect("releases leases on request, once a heartbeat is stored", () => {
    const storage = { isAway: false }
    const withFailures = Layer.effect(
      ProcessStore,
      Effect.map(ProcessStore, (store) => ({
        ...store,
        beat: (...beat: Parameters<typeof store.beat>) =>
          Effect.suspend(() => storage.isAway ? Effect.die(new Error("away")) : store.beat(...beat))
      }))
    ).pipe(Layer.provideMerge(memoryDatabase()))
    return Effect.gen(function*() {
      const one = yield* started()
      yield* one.round
      yield* one.releaseSoon
      storage.isAway = true
      yield* Effect.exit(one.round)
      assert.deepStrictEqual(one.releases, ["released"])
      storage.isAway = false
      yield* pass(2, one)
      assert.deepStrictEqual(one.releases, ["released", "released"])
    }).pipe(Effect.provide(withFailures))
  })

  it.effect("does not rely on its leases after four seconds without a heartbeat", () =>
    Effect.gen(function*() {
      const suspended = yield* started()
      const id = yield* suspended.current
      const isCurrent = yield* suspended.isCurrent(id)
      yield* TestClock.adjust("3999 millis")
      assert.isTrue(isCurrent())
      yield* TestClock.adjust("1 millis")
      assert.isFalse(isCurrent())
      assert.strictEqual(yield* suspended.current, id)
      assert.isTrue(isCurrent())
    }).pipe(Effect.provide(storage)))

  it.effect("continues with a new id after it counted as ended", () =>
    Effect.gen(function*() {
      const [suspended, other] = [yield* started(), yield* started()]
      const id = yield* suspended.current
      const isCurrent = yield* suspended.isCurrent(id)
      yield* other.round
      yield* pass(7, other)
      const next = yield* suspended.current
      assert.notStrictEqual(next, id)
      assert.isFalse(isCurrent())
      assert.deepStrictEqual(yield* idsSeenBy(other), [next])
    }).pipe(Effect.provide(storage)))

  it.effect("leaves no row when it stops", () =>
    Effect.gen(function*() {
      const [stopped, other] = [yield* started(), yield* started()]
      yield* stopped.stop
      assert.deepStrictEqual(yield* idsSeenBy(other), [])
    }).pipe(Effect.provide(storage)))
})
