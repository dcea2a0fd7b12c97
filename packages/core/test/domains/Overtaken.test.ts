import { assert, layer } from "@effect/vitest"
import { layerPlatform } from "@namewright/core/embed"
import {
  type Registry,
  RegistryIntents,
  RegistryRouter,
  RegistrySimulator,
  RegistryTemporary
} from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { chargesOf, customer, eventsOf, isOwned, ownedByRival, register } from "./DomainsPlatform.ts"

/** Effects that delay calls about a name, by method and number, such as `createDomain 1`. */
const holdups = new Map<string, Effect.Effect<void, RegistryTemporary>>()
const calls = new Map<string, number>()

const heldUp = (method: string, name: string) =>
  Effect.suspend(() => {
    const number = (calls.get(`${method} ${name}`) ?? 0) + 1
    calls.set(`${method} ${name}`, number)
    return holdups.get(`${method} ${name} ${number}`) ?? Effect.void
  })

const slow = (registry: Registry): Registry => ({
  ...registry,
  createDomain: (command) =>
    heldUp("before create", command.name).pipe(
      Effect.andThen(registry.createDomain(command)),
      Effect.tap(() => Effect.orDie(heldUp("after create", command.name)))
    ),
  createContact: (command) => Effect.andThen(heldUp("before contact", "any"), registry.createContact(command)),
  infoDomain: (name, code) => Effect.tap(registry.infoDomain(name, code), () => heldUp("after info", name))
})

const platform = Layer.orDie(layerPlatform({
  storage: memoryDatabase(),
  registries: Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      ...router,
      find: (backend: string) => Option.map(router.find(backend), slow)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
}))

const recoverOnly = Effect.gen(function*() {
  const intents = yield* RegistryIntents
  const taken = yield* intents.claimDue(100)
  yield* Effect.forEach(taken, ({ intent_id }) => intents.settle(intent_id))
  return taken.length
})

/** Yields until all runnable fibers have run. */
const settled = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

layer(platform)("A command that is so slow that recovery settles its intent", (it) => {
  it.effect("does not undo the result of recovery if it is refused because of it", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const name = DomainName.make("overtaken.com")
      const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      holdups.set(`before create ${name} 1`, Deferred.await(first))
      holdups.set(`after create ${name} 1`, Deferred.await(second))
      const slowest = yield* Effect.forkChild(Effect.exit(register(owner, name)))
      yield* settled
      yield* TestClock.adjust("3 minutes")
      const recovery = yield* Effect.forkChild(recoverOnly)
      yield* settled
      assert.strictEqual(calls.get(`before create ${name}`), 2)
      // The first command arrives and finds the name taken by the second one, which has no response yet.
      yield* Deferred.succeed(first, undefined)
      yield* Fiber.await(slowest)
      yield* Deferred.succeed(second, undefined)
      yield* Fiber.await(recovery)
      assert.isTrue(yield* isOwned(name))
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 9.50"])
      const events = (yield* eventsOf(owner)).filter((event) => event.startsWith("REGISTRATION"))
      assert.deepStrictEqual(events, ["REGISTRATION/SUCCESS"])
    }))

  it.effect("leaves the outcome to recovery", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const name = DomainName.make("left-to-recovery.com")
      const [first, looked] = [yield* Deferred.make<void, RegistryTemporary>(), yield* Deferred.make<void>()]
      holdups.set(`before create ${name} 1`, Deferred.await(first))
      holdups.set(`after info ${name} 1`, Deferred.await(looked))
      const slowest = yield* Effect.forkChild(Effect.exit(register(owner, name)))
      yield* settled
      yield* TestClock.adjust("3 minutes")
      const recovery = yield* Effect.forkChild(recoverOnly)
      yield* settled
      assert.strictEqual(calls.get(`after info ${name}`), 1)
      yield* Deferred.fail(first, new RegistryTemporary({ text: "No session" }))
      yield* Fiber.await(slowest)
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create pending 9.50"])
      yield* Deferred.succeed(looked, undefined)
      yield* Fiber.await(recovery)
      assert.strictEqual(calls.get(`before create ${name}`), 2)
      assert.isTrue(yield* isOwned(name))
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 9.50"])
    }))

  it.effect("reports an unknown outcome if recovery has found the name refused", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const name = DomainName.make("refused-meanwhile.com")
      const first = yield* Deferred.make<void>()
      holdups.set(`before create ${name} 1`, Deferred.await(first))
      const slowest = yield* Effect.forkChild(Effect.exit(register(owner, name)))
      yield* settled
      yield* TestClock.adjust("3 minutes")
      yield* ownedByRival(name, "verisign", null)
      yield* recoverOnly
      assert.isFalse(yield* isOwned(name))
      yield* Deferred.succeed(first, undefined)
      const failure = yield* Effect.flip(yield* Fiber.join(slowest))
      assert.strictEqual(failure._tag, "RegistryUnavailable")
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["create failed 9.50"])
    }))

  /** Registers a name. The creation of the contact at the registry waits, after the check of the name. */
  const heldUpByContact = Effect.fnUntraced(function*(name: DomainName) {
    const owner = yield* customer()
    const contactCreation = yield* Deferred.make<void>()
    holdups.set(`before contact any ${(calls.get("before contact any") ?? 0) + 1}`, Deferred.await(contactCreation))
    const registration = yield* Effect.forkChild(register(owner, name))
    yield* settled
    assert.isTrue(yield* isOwned(name))
    return { owner, registration, goOn: Deferred.succeed(contactCreation, undefined) }
  })

  it.effect("is not sent after recovery has taken its lease", () =>
    Effect.gen(function*() {
      const name = DomainName.make("waits-too-long.com")
      const { goOn, registration } = yield* heldUpByContact(name)
      yield* TestClock.adjust("3 minutes")
      const { claimDue } = yield* RegistryIntents
      assert.lengthOf(yield* claimDue(100), 1)
      yield* goOn
      yield* Fiber.await(registration)
      assert.isUndefined(calls.get(`before create ${name}`))
    }))

  for (const pause of ["5 seconds", "3 minutes"] as const) {
    it.effect(`is sent once its process has confirmed the lease, after ${pause} without a heartbeat`, () =>
      Effect.gen(function*() {
        const name = DomainName.make(`waits-${pause.replace(" ", "-")}.com`)
        const { goOn, owner, registration } = yield* heldUpByContact(name)
        yield* TestClock.adjust(pause)
        yield* goOn
        const domain = yield* Fiber.join(registration)
        assert.include(domain.registry_statuses, "addPeriod")
        assert.strictEqual(calls.get(`before create ${name}`), 1)
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 9.50"])
      }))
  }
})
