import { assert, layer } from "@effect/vitest"
import type { Domain } from "@namewright/core/domains"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { deletionsBehind } from "./deletionsBehind.ts"
import { remove } from "./domainRequests.ts"
import {
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  isOwned,
  openIntents,
  passDays,
  register,
  round
} from "./DomainsPlatform.ts"
import { hourLater } from "./hourLater.ts"
import { testTlds } from "./testTlds.ts"
import { unseenReviews } from "./unseenReviews.ts"

const assertPending = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  assert.deepStrictEqual(yield* openIntents(domain), ["domain.delete accepted"])
  assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingDelete")
  assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
})

const assertDeleted = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  assert.isFalse(yield* isOwned(domain.name))
  assert.deepStrictEqual(yield* chargesOf(owner), ["create canceled 9.50"])
  assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["REGISTRATION/SUCCESS", "DELETION/SUCCESS"])
})

const assertKept = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingDelete")
  assert.deepStrictEqual(yield* openIntents(domain), [])
  assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
  assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["REGISTRATION/SUCCESS", "DELETION/FAILURE"])
})

/** `lags`: delays of the registries' queries behind their commands. */
export const deletionAnswerSuite = (
  name: string,
  storage: Layer.Layer<Storage, unknown>,
  lags: ReadonlyArray<Duration.Duration>
) => {
  const platformAt = (registries: ReturnType<typeof unseenReviews>["registries"]) =>
    Layer.orDie(layerPlatform({ storage, tlds: testTlds, registries }))

  for (const lag of lags) {
    const unseen = unseenReviews(lag)
    const label = `A deletion that is accepted and not shown, looks ${Duration.format(lag)} behind (${name})`

    layer(platformAt(unseen.registries))(label, (it) => {
      it.effect("keeps the domain and its charge until the registry has carried it out, and is sent once", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-delete-approved.com")
          yield* remove(owner, domain)
          yield* hourLater
          yield* assertPending(owner, domain)
          assert.strictEqual((yield* Effect.flip(remove(owner, domain)))._tag, "DomainDeleteProhibited")
          yield* unseen.carryOut(domain.name)
          yield* hourLater
          yield* hourLater
          yield* assertDeleted(owner, domain)
          assert.strictEqual(unseen.sentFor(domain.name), 1)
        }))

      it.effect("has one event although the registry sends a message about the end of the name", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-delete-purged.com")
          yield* remove(owner, domain)
          yield* hourLater
          yield* unseen.enqueue(domain.registry, { _tag: "Purged", name: domain.name })
          yield* unseen.carryOut(domain.name)
          yield* round
          yield* hourLater
          yield* hourLater
          yield* assertDeleted(owner, domain)
        }))

      it.effect("ends after seven days in which the domain is shown unchanged, without a message", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-delete-silent.com")
          yield* remove(owner, domain)
          yield* passDays(6)
          yield* assertPending(owner, domain)
          yield* passDays(3)
          yield* assertKept(owner, domain)
        }))

      for (const isAnswered of [true, false]) {
        const label = isAnswered ? "asked" : "not"
        it.effect(`ends with the message that it is rejected, when the registry can${isAnswered ? "" : "not"} be asked`, () =>
          Effect.gen(function*() {
            const owner = yield* customer()
            const domain = yield* register(owner, `unseen-delete-rejected-${label}.com`)
            yield* remove(owner, domain)
            yield* hourLater
            yield* unseen.announce(domain, false)
            if (!isAnswered) yield* unseen.failLookUps(domain.name, 1)
            yield* round
            yield* hourLater
            yield* hourLater
            yield* assertKept(owner, domain)
          }))
      }

      it.effect("waits for the decision after the repeat of a lost command is refused because of a status", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-delete-lost.com")
          yield* Effect.exit(remove(owner, domain))
          yield* hourLater
          assert.strictEqual(unseen.sentFor(domain.name), 2)
          yield* assertPending(owner, domain)
          yield* passDays(2)
          yield* assertPending(owner, domain)
          yield* unseen.carryOut(domain.name)
          yield* hourLater
          yield* hourLater
          yield* assertDeleted(owner, domain)
        }))

      it.effect("is refused if the registry shows the status that prohibits the repeat of a lost command", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-delete-lost-locked.com")
          yield* unseen.failLookUps(domain.name, 2)
          yield* Effect.exit(remove(owner, domain))
          yield* unseen.show(domain.name, { statuses: ["serverDeleteProhibited"] })
          yield* hourLater
          yield* hourLater
          yield* assertKept(owner, domain)
        }))
    })
  }

  const behind = deletionsBehind()

  layer(platformAt(behind.registries))(
    `A deletion at a registry whose looks are five minutes behind (${name})`,
    (it) => {
      it.effect("succeeds although the registry still shows the domain, and uses its credit", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "behind-answered.com")
          yield* remove(owner, domain)
          assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingDelete")
          yield* TestClock.adjust("2 minutes")
          yield* behind.catchUp
          yield* hourLater
          assert.isFalse(yield* isOwned(domain.name))
          assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
          assert.strictEqual(behind.sentFor(domain.name), 1)
        }))

      it.effect("is done a day after its response, although the registry shows the domain unchanged", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "behind-unchanged.com")
          yield* remove(owner, domain)
          yield* hourLater
          assert.deepStrictEqual(yield* openIntents(domain), ["domain.delete accepted"])
          yield* passDays(2)
          assert.isFalse(yield* isOwned(domain.name))
          assert.strictEqual(behind.sentFor(domain.name), 1)
        }))

      it.effect("refunds a charge whose grace period ended between the lost response and the repeat", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "behind-lost.com")
          yield* TestClock.adjust(Duration.subtract(Duration.days(5), Duration.minutes(2)))
          assert.strictEqual((yield* Effect.flip(remove(owner, domain)))._tag, "RegistryUnavailable")
          yield* TestClock.adjust("10 minutes")
          yield* round
          assert.strictEqual(behind.sentFor(domain.name), 2)
          assert.isFalse(yield* isOwned(domain.name))
          assert.deepStrictEqual(yield* chargesOf(owner), ["create canceled 9.50"])
        }))
    }
  )
}
