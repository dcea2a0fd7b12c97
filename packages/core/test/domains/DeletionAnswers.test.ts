import { assert, layer } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { Deletions, type Domain } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { RegistryIntents, RegistryIntentStore } from "@namewright/core/registry"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  isHeld,
  openIntents,
  passDays,
  register,
  round
} from "./DomainsPlatform.ts"
import { reviewingRegistries } from "./reviewingRegistries.ts"
import { testTlds } from "./testTlds.ts"

const platformAt = (registries: ReturnType<typeof reviewingRegistries>["registries"]) =>
  Layer.orDie(layerPlatform({ storage: sqlite({ filename: ":memory:" }), tlds: testTlds, registries }))

const remove = Effect.fnUntraced(function*(owner: Customer, { domain_id }: Domain) {
  yield* owner.act((yield* Deletions).remove(domain_id))
})

const hourLater = Effect.andThen(TestClock.adjust("1 hour"), round)

/** A message of the registry says that open commands about the domain are decided. */
const decidedByMessage = Effect.fnUntraced(function*({ domain_id }: Domain) {
  const intents = yield* RegistryIntents
  const open = yield* (yield* RegistryIntentStore).ofObject(domain_id)
  yield* Effect.forEach(open, (intent) => intents.decide(intent))
})

for (const lag of [Duration.zero, Duration.minutes(5)]) {
  const reviewing = reviewingRegistries(lag)
  layer(platformAt(reviewing.registries))(
    `A registry that reviews deletions and does not show it, looks ${Duration.format(lag)} behind`,
    (it) => {
      it.effect("keeps the domain and its charge until the deletion is decided, and gets it once", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "reviewed-approved.com")
          yield* remove(owner, domain)
          yield* hourLater
          assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingDelete")
          assert.deepStrictEqual(yield* openIntents(domain), ["domain.delete accepted"])
          assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
          assert.strictEqual((yield* Effect.flip(remove(owner, domain)))._tag, "DomainDeleteProhibited")
          yield* reviewing.decide(domain.name, true)
          yield* hourLater
          yield* hourLater
          assert.isFalse(yield* isHeld(domain.name))
          assert.deepStrictEqual(yield* chargesOf(owner), ["create canceled 9.50"])
          assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["REGISTRATION/SUCCESS", "DELETION/SUCCESS"])
          assert.strictEqual(reviewing.sentFor(domain.name), 1)
        }))

      it.effect("keeps a domain that is shown unchanged for days, without a message", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "reviewed-silent.com")
          yield* remove(owner, domain)
          yield* reviewing.decide(domain.name, false)
          yield* passDays(9)
          const kept = yield* domainNow(owner, domain)
          assert.notInclude(kept.registry_statuses, "pendingDelete")
          assert.deepStrictEqual(yield* openIntents(domain), [])
        }))
    }
  )
}

const reviewed = reviewingRegistries(Duration.zero)

layer(platformAt(reviewed.registries))("The review of a deletion", (it) => {
  it.effect("ends with the message that the registry has rejected it", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "reviewed-rejected.com")
      yield* remove(owner, domain)
      yield* reviewed.decide(domain.name, false)
      yield* decidedByMessage(domain)
      yield* round
      const kept = yield* domainNow(owner, domain)
      assert.notInclude(kept.registry_statuses, "pendingDelete")
      assert.deepStrictEqual(yield* openIntents(domain), [])
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["REGISTRATION/SUCCESS", "DELETION/FAILURE"])
    }))
})

const behind = reviewingRegistries(Duration.minutes(5))

layer(platformAt(behind.registries))("A deletion at a registry whose looks are five minutes behind", (it) => {
  it.effect("is answered although the registry still shows the domain, and its credit is believed", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "behind-answered.com")
      yield* remove(owner, domain)
      assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingDelete")
      yield* TestClock.adjust("2 minutes")
      yield* behind.catchUp
      yield* hourLater
      assert.isFalse(yield* isHeld(domain.name))
      assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      assert.strictEqual(behind.sentFor(domain.name), 1)
    }))

  it.effect("is done a day after its answer, although the registry shows the domain unchanged", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "behind-unchanged.com")
      yield* remove(owner, domain)
      yield* hourLater
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.delete accepted"])
      yield* passDays(2)
      assert.isFalse(yield* isHeld(domain.name))
      assert.strictEqual(behind.sentFor(domain.name), 1)
    }))

  it.effect("refunds a charge whose grace period ended between the lost answer and the repeat", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "behind-lost.com")
      yield* TestClock.adjust(Duration.subtract(Duration.days(5), Duration.minutes(2)))
      assert.strictEqual((yield* Effect.flip(remove(owner, domain)))._tag, "RegistryUnavailable")
      yield* TestClock.adjust("10 minutes")
      yield* round
      assert.strictEqual(behind.sentFor(domain.name), 2)
      assert.isFalse(yield* isHeld(domain.name))
      assert.deepStrictEqual(yield* chargesOf(owner), ["create canceled 9.50"])
    }))
})
