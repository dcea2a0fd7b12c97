import { assert, layer } from "@effect/vitest"
import type { PlatformServices } from "@namewright/core/embed"
import { type RegistryFault, RegistryIntents, RegistrySimulator } from "@namewright/core/registry"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { changingOperations, type Operation } from "./changingOperations.ts"
import { remove, restore, settled } from "./domainRequests.ts"
import {
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  isOwned,
  openIntents,
  passDays,
  register,
  round,
  transferIn
} from "./DomainsPlatform.ts"

export const inject = (operation: Operation, name: string, fault: RegistryFault["fault"], times = 1) =>
  Effect.flatMap(
    RegistrySimulator,
    ({ faults }) => faults.inject({ method: operation.method, fault, object: name, times })
  )

/** Fails every query of the outcome until the faults are cleared. */
const blind = (operation: Operation, name: string) =>
  Effect.flatMap(RegistrySimulator, ({ faults }) =>
    Effect.forEach(
      operation.looks,
      (method) => faults.inject({ method, fault: "temporary", object: name, times: 1000, after: operation.asks ?? 0 }),
      { discard: true }
    ))

const sighted = Effect.flatMap(RegistrySimulator, ({ faults }) => faults.clear)

/** Stored domain; undefined if the name is not owned. */
const storedDomain = Effect.fnUntraced(function*(owner: Customer, name: string) {
  return (yield* isOwned(name)) ? yield* domainNow(owner, { domain_id: name }) : undefined
})

/** Fails unless the operation was done, charged and recorded exactly once. */
export const assertOnce = Effect.fnUntraced(function*(operation: Operation, owner: Customer, name: string) {
  const domain = yield* storedDomain(owner, name)
  assert.isTrue(operation.isDone(domain), "it is done")
  assert.deepStrictEqual(yield* chargesOf(owner, name), [...operation.charges])
  const events = (yield* eventsOf(owner)).filter((event) => event === operation.event)
  assert.deepStrictEqual(events, [operation.event])
  if (domain !== undefined) {
    assert.deepStrictEqual((yield* openIntents(domain)).filter((intent) => intent.endsWith("prepared")), [])
  }
})

const tagOf = (failure: unknown) => (failure as { readonly _tag: string })._tag

/**
 * Runs all waiting work: after a moment, and after a day for synchronisations. Everything runs twice, to detect
 * operations that would be done or charged again.
 */
export const recovery = Effect.gen(function*() {
  yield* TestClock.adjust("3 minutes")
  yield* round
  yield* TestClock.adjust("3 minutes")
  yield* round
})

export const faultSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Faults (${name})`, (it) => {
    for (const [index, operation] of changingOperations.entries()) {
      const nameFor = (label: string) => `${operation.beginning ?? ""}${label}-${index}.${operation.tld}`

      for (const fault of ["cutBefore", "cutAfter"] as const) {
        it.effect(`${operation.title} is done once although its response is lost (${fault})`, () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const wanted = nameFor(fault.toLowerCase())
            yield* operation.before(owner, wanted)
            yield* inject(operation, wanted, fault)
            yield* operation.run(owner, wanted)
            yield* recovery
            yield* assertOnce(operation, owner, wanted)
          }))

        it.effect(`${operation.title} with an unknown outcome is settled by recovery, and blocks other operations until then (${fault})`, () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const wanted = nameFor(`blind-${fault.toLowerCase()}`)
            yield* operation.before(owner, wanted)
            yield* inject(operation, wanted, fault)
            yield* blind(operation, wanted)
            const answer = yield* Effect.result(operation.run(owner, wanted))
            if (operation.isNew === true) assert.strictEqual(answer._tag, "Success")
            else {assert.strictEqual(
                answer._tag === "Failure" ? tagOf(answer.failure) : answer._tag,
                "RegistryUnavailable"
              )}
            const again = yield* Effect.flip(operation.run(owner, wanted))
            const expected = operation.isNew === true
              ? ["DomainExists", "TransferAlreadyOwned"]
              : ["OperationInProgress"]
            assert.include(expected, tagOf(again))
            yield* sighted
            yield* recovery
            yield* assertOnce(operation, owner, wanted)
          }))
      }

      it.effect(`${operation.title} is not done and not charged while the registry is unreachable`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const wanted = nameFor("temporary")
          const before = yield* operation.before(owner, wanted)
          yield* inject(operation, wanted, "temporary")
          assert.strictEqual(tagOf(yield* Effect.flip(operation.run(owner, wanted))), "RegistryUnavailable")
          const after = yield* storedDomain(owner, wanted)
          assert.deepStrictEqual(after?.registry_statuses, before?.registry_statuses)
          assert.deepStrictEqual(after?.expires_on, before?.expires_on)
          assert.deepStrictEqual(yield* chargesOf(owner, wanted), [...operation.returned])
          assert.notInclude(yield* eventsOf(owner), operation.event)
          yield* operation.run(owner, wanted)
          yield* recovery
          assert.isTrue(operation.isDone(yield* storedDomain(owner, wanted)))
        }))
    }
  })

  layer(platform)(`An accepted command (${name})`, (it) => {
    const recoverOnly = Effect.gen(function*() {
      const intents = yield* RegistryIntents
      const taken = yield* intents.claimDue(100)
      yield* Effect.forEach(taken, ({ intent_id }) => intents.settle(intent_id))
      return taken.length
    })

    it.effect("is settled by a synchronisation without a message", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const created = yield* register(owner, "pending-by-time.com")
        const refused = yield* register(owner, "pending-refused-by-time.com")
        const transferred = yield* transferIn(owner, "by-time.slow")
        yield* TestClock.adjust("30 seconds")
        assert.isAbove(yield* recoverOnly, 0)
        assert.deepStrictEqual(yield* openIntents(created), ["domain.create accepted"])
        yield* TestClock.adjust("10 minutes")
        yield* recoverOnly
        assert.notInclude((yield* domainNow(owner, created)).registry_statuses, "pendingCreate")
        assert.isFalse(yield* isOwned(refused.name))
        assert.deepStrictEqual((yield* domainNow(owner, transferred)).registry_statuses, ["pendingTransfer"])
        for (let day = 0; day < 5; day++) {
          yield* TestClock.adjust("1 day")
          yield* recoverOnly
        }
        yield* recoverOnly
        assert.include((yield* domainNow(owner, transferred)).registry_statuses, "transferPeriod")
        assert.sameMembers(yield* chargesOf(owner), [
          "create succeeded 9.50",
          "create failed 9.50",
          "transfer succeeded 29.90"
        ])
      }))

    it.effect("is found to be accepted after a lost response, and the refusal of a repeat changes nothing", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const created = yield* settled(owner, "pending-restored.com")
        yield* remove(owner, created)
        yield* faults.inject({ method: "restoreDomain", fault: "cutAfter", object: created.name })
        yield* restore(owner, created)
        assert.deepStrictEqual(yield* openIntents(created), ["domain.restore accepted"])
        yield* TestClock.adjust("10 minutes")
        yield* round
        assert.isNull((yield* domainNow(owner, created)).canceled_on)
        assert.deepStrictEqual(yield* openIntents(created), [])
        const restores = (yield* chargesOf(owner)).filter((charge) => charge.startsWith("restore"))
        assert.deepStrictEqual(restores, ["restore succeeded 75.00"])
      }))

    it.effect("is settled once by a message although the first query fails", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const created = yield* register(owner, "pending-unseen.com")
        yield* TestClock.adjust("1 minute")
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: created.name, times: 2 })
        yield* round
        assert.include((yield* domainNow(owner, created)).registry_statuses, "pendingCreate")
        yield* faults.clear
        yield* TestClock.adjust("1 hour")
        yield* round
        assert.notInclude((yield* domainNow(owner, created)).registry_statuses, "pendingCreate")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        assert.deepStrictEqual(yield* eventsOf(owner, created.domain_id), [
          "REGISTRATION/NOTIFICATION",
          "REGISTRATION/SUCCESS"
        ])
      }))
  })

  layer(platform)(`A command that is not carried out (${name})`, (it) => {
    it.effect("is abandoned after a day, and its charge is released", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createDomain", fault: "cutBefore", object: "never.com" })
        yield* faults.inject({ method: "createDomain", fault: "temporary", object: "never.com", times: 1000 })
        const pending = yield* register(owner, "never.com")
        assert.include(pending.registry_statuses, "pendingCreate")
        for (let hour = 0; hour < 22; hour++) {
          yield* TestClock.adjust("1 hour")
          yield* round
        }
        assert.isTrue(yield* isOwned("never.com"))
        for (let hour = 0; hour < 4; hour++) {
          yield* TestClock.adjust("1 hour")
          yield* round
        }
        yield* faults.clear
        assert.isFalse(yield* isOwned("never.com"))
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        assert.deepStrictEqual(yield* eventsOf(owner, pending.domain_id), ["REGISTRATION/FAILURE"])
      }))

    it.effect("is never abandoned while its outcome is unknown", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createDomain", fault: "cutAfter", object: "dark.com" })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: "dark.com", times: 1000 })
        const pending = yield* register(owner, "dark.com")
        yield* passDays(3)
        assert.deepStrictEqual(yield* openIntents(pending), ["domain.create prepared"])
        yield* faults.clear
        yield* passDays(1)
        assert.notStrictEqual((yield* domainNow(owner, pending)).roid, "")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))
  })
}
