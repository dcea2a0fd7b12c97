import { assert, describe, it } from "@effect/vitest"
import { layerPlatform, type PlatformServices } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { ProcessStore } from "@namewright/core/processes"
import { type Registry, RegistryIntents, RegistryIntentStore } from "@namewright/core/registry"
import { Transaction } from "@namewright/core/shared"
import { Deferred, Duration, Effect, Exit, Fiber, Layer } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { changedRegistries } from "../domains/changedRegistries.ts"
import { chargesOf, customer, eventsOf, register } from "../domains/DomainsPlatform.ts"
import { testTlds } from "../domains/testTlds.ts"

const lostConnection = Effect.die(
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("Connection reset") }) })
)

/** Failures of the storage, and work after commands and queries of the registry. A test changes them while it runs. */
class Trouble {
  isAway = false
  /** The transaction that stores an intent is committed, but its answer is lost. */
  losesPreparation = false
  /** Replaces the next claim of an intent. */
  nextClaim: ((claim: Effect.Effect<boolean>) => Effect.Effect<boolean>) | undefined
  afterCreate: Effect.Effect<void> = Effect.void
  afterInfo: Effect.Effect<void> = Effect.void
  readonly created: Array<string> = []
  releases = 0
  #depth = 0
  #losesCommit = false

  unlessAway<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => this.isAway ? lostConnection : work)
  }

  readonly intents = Layer.effect(
    RegistryIntentStore,
    Effect.map(RegistryIntentStore, (store) =>
      RegistryIntentStore.of({
        ...store,
        insert: (intent) =>
          Effect.tap(store.insert(intent), () => Effect.sync(() => (this.#losesCommit = this.losesPreparation))),
        postpone: (...wait) => this.unlessAway(store.postpone(...wait)),
        release: (...lease) =>
          Effect.suspend(() => {
            this.releases++
            return store.release(...lease)
          }),
        claim: (...lease) =>
          Effect.suspend(() => {
            const change = this.nextClaim
            this.nextClaim = undefined
            return change === undefined ? store.claim(...lease) : change(store.claim(...lease))
          })
      }))
  )

  readonly processes = Layer.effect(
    ProcessStore,
    Effect.map(
      ProcessStore,
      (store) => ProcessStore.of({ ...store, beat: (...beat) => this.unlessAway(store.beat(...beat)) })
    )
  )

  readonly transactions = Layer.effect(
    Transaction,
    Effect.map(Transaction, (transaction) =>
      Transaction.of({
        ...transaction,
        atomically: (work) => this.unlessAway(this.#answered(transaction.atomically(work)))
      }))
  )

  #answered<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const end = Effect.suspend(() => {
      if (this.#depth > 0 || !this.#losesCommit) return Effect.void
      this.#losesCommit = this.losesPreparation = false
      return lostConnection
    })
    const counted = Effect.acquireUseRelease(
      Effect.sync(() => this.#depth++),
      () => work,
      () => Effect.sync(() => this.#depth--)
    )
    return Effect.tap(counted, () => end)
  }

  readonly observed = (registry: Registry): Registry => ({
    ...registry,
    createDomain: (command) =>
      Effect.tap(registry.createDomain(command), () => {
        this.created.push(command.name)
        return this.afterCreate
      }),
    infoDomain: (...query) => Effect.tap(registry.infoDomain(...query), () => this.afterInfo)
  })
}

const platformWith = (trouble: Trouble): Layer.Layer<PlatformServices> =>
  Layer.orDie(layerPlatform({
    storage: Layer.mergeAll(trouble.intents, trouble.processes, trouble.transactions).pipe(
      Layer.provideMerge(memoryDatabase())
    ),
    registries: changedRegistries(trouble.observed),
    tlds: testTlds
  }))

const withTrouble = <A, E>(test: (trouble: Trouble) => Effect.Effect<A, E, PlatformServices>) => {
  const trouble = new Trouble()
  return test(trouble).pipe(Effect.provide(platformWith(trouble)))
}

/** One heartbeat, and the jobs that follow. No time passes. */
const heartbeat = Effect.flatMap(JobWorker, (worker) => worker.drain(Duration.hours(1)))

const openIntents = Effect.flatMap(RegistryIntentStore, ({ countOpen }) => countOpen).pipe(
  Effect.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0))
)

/** Registers a name whose answer is lost, so that its intent is free and due in 22 to 30 seconds. */
const unanswered = Effect.fnUntraced(function*(trouble: Trouble, name: string) {
  const owner = yield* customer()
  trouble.afterCreate = Effect.die(new Error("A defect of the driver"))
  assert.isTrue(Exit.isFailure(yield* Effect.exit(register(owner, name))))
  trouble.afterCreate = Effect.void
  yield* TestClock.adjust("30 seconds")
  const [intent] = yield* Effect.flatMap(RegistryIntents, ({ claimDue }) => claimDue(1))
  if (intent === undefined) return assert.fail("No intent is due")
  return { owner, intent }
})

describe("The lease of an attempt that ended while the storage failed", () => {
  it.effect("ends with the next stored heartbeat, and the outcome is looked up", () =>
    withTrouble(Effect.fnUntraced(function*(trouble) {
      const owner = yield* customer()
      trouble.afterCreate = Effect.sync(() => void (trouble.isAway = true))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(register(owner, "outcome-lost.com"))))
      for (const _ of [1, 2, 3]) assert.isTrue(Exit.isFailure(yield* Effect.exit(heartbeat)))
      assert.strictEqual(trouble.releases, 0)
      assert.deepStrictEqual(yield* chargesOf(owner), ["create pending 9.50"])

      trouble.isAway = false
      yield* heartbeat
      assert.strictEqual(yield* openIntents, 0)
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      assert.deepStrictEqual(yield* eventsOf(owner), ["BALANCE/NOTIFICATION", "REGISTRATION/SUCCESS"])
      assert.deepStrictEqual(trouble.created, ["outcome-lost.com"])
      yield* heartbeat
      assert.strictEqual(trouble.releases, 1)
    })))

  it.effect("ends if the intent was stored without an answer, and the command is sent once", () =>
    withTrouble(Effect.fnUntraced(function*(trouble) {
      const owner = yield* customer()
      trouble.losesPreparation = true
      assert.isTrue(Exit.isFailure(yield* Effect.exit(register(owner, "preparation-lost.com"))))
      assert.strictEqual(yield* openIntents, 1)
      assert.deepStrictEqual(trouble.created, [])
      yield* heartbeat
      assert.strictEqual(yield* openIntents, 0)
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      assert.deepStrictEqual(trouble.created, ["preparation-lost.com"])
    })))

  it.effect("ends if the claim of recovery was stored without an answer", () =>
    withTrouble(Effect.fnUntraced(function*(trouble) {
      const { intent, owner } = yield* unanswered(trouble, "claim-lost.com")
      const { settle } = yield* RegistryIntents
      trouble.nextClaim = (claim) => Effect.andThen(claim, lostConnection)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(settle(intent.intent_id))))
      yield* settle(intent.intent_id)
      assert.strictEqual(yield* openIntents, 1)
      yield* heartbeat
      assert.strictEqual(yield* openIntents, 0)
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      assert.deepStrictEqual(trouble.created, ["claim-lost.com"])
    })))

  it.effect("does not end while another attempt has it, after a claim that was not stored", () =>
    withTrouble(Effect.fnUntraced(function*(trouble) {
      const { intent, owner } = yield* unanswered(trouble, "claim-refused.com")
      const { settle } = yield* RegistryIntents
      const store = yield* RegistryIntentStore
      trouble.nextClaim = () => lostConnection
      assert.isTrue(Exit.isFailure(yield* Effect.exit(settle(intent.intent_id))))
      const [reached, answer] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      trouble.afterInfo = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(answer))
      const attempt = yield* Effect.forkChild(settle(intent.intent_id))
      yield* Deferred.await(reached)
      const held = yield* store.find(intent.intent_id)
      yield* heartbeat
      assert.deepStrictEqual(yield* store.find(intent.intent_id), held)
      assert.strictEqual(trouble.releases, 0)
      yield* Deferred.succeed(answer, undefined)
      yield* Fiber.join(attempt)
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      yield* heartbeat
      assert.strictEqual(trouble.releases, 1)
      assert.deepStrictEqual(trouble.created, ["claim-refused.com"])
    })))
})
