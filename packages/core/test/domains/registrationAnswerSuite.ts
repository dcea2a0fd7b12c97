import { assert, layer } from "@effect/vitest"
import type { Domain } from "@namewright/core/domains"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import { RegistryIntents, RegistryRouter } from "@namewright/core/registry"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
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
  assert.deepStrictEqual(yield* openIntents(domain), ["domain.create accepted"])
  assert.include((yield* domainNow(owner, domain)).registry_statuses, "pendingCreate")
  assert.deepStrictEqual(yield* chargesOf(owner), ["create pending 9.50"])
})

const assertRegistered = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  assert.deepStrictEqual(yield* openIntents(domain), [])
  const registered = yield* domainNow(owner, domain)
  assert.notInclude(registered.registry_statuses, "pendingCreate")
  assert.notStrictEqual(registered.roid, "")
  assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
  assert.include(yield* eventsOf(owner, domain.domain_id), "REGISTRATION/SUCCESS")
})

const assertRefused = Effect.fnUntraced(function*(owner: Customer, domain: Domain) {
  assert.isFalse(yield* isOwned(domain.name))
  assert.deepStrictEqual(yield* chargesOf(owner), ["create failed 9.50"])
  assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), [
    "REGISTRATION/NOTIFICATION",
    "REGISTRATION/FAILURE"
  ])
})

const escalatedNames = Effect.flatMap(
  RegistryIntents,
  (intents) => Effect.map(intents.escalated(1000), (open) => open.map(({ object_name }) => object_name))
)

/** `lags`: delays of the registries' queries behind their commands. */
export const registrationAnswerSuite = (
  name: string,
  storage: Layer.Layer<Storage, unknown>,
  lags: ReadonlyArray<Duration.Duration>
) => {
  for (const lag of lags) {
    const unseen = unseenReviews(lag)
    const platform = Layer.orDie(
      layerPlatform({ storage, tlds: testTlds, registries: unseen.registries })
    )
    const label = `A registration that is accepted and not shown, looks ${Duration.format(lag)} behind (${name})`

    layer(platform)(label, (it) => {
      it.effect("stays pending and paid for days, and is registered when the registry shows it", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-create-shown.com")
          yield* hourLater
          yield* assertPending(owner, domain)
          yield* passDays(6)
          yield* assertPending(owner, domain)
          assert.notInclude(yield* escalatedNames, domain.name)
          yield* unseen.carryOut(domain.name)
          yield* hourLater
          yield* hourLater
          yield* assertRegistered(owner, domain)
          assert.strictEqual(unseen.sentFor(domain.name), 1)
        }))

      it.effect("is registered after the message that the registry has approved it, although it is not shown at once", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-create-approved.com")
          yield* TestClock.adjust("1 second")
          yield* unseen.announce(domain, true)
          yield* round
          yield* assertPending(owner, domain)
          yield* unseen.carryOut(domain.name)
          yield* TestClock.adjust("3 minutes")
          yield* round
          yield* assertRegistered(owner, domain)
        }))

      it.effect("is refunded after the message that the registry has rejected it", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-create-rejected.com")
          yield* hourLater
          yield* assertPending(owner, domain)
          yield* unseen.announce(domain, false)
          yield* round
          yield* assertRefused(owner, domain)
        }))

      it.effect("is unchanged if a message rejects another command", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-create-mistaken.com")
          yield* unseen.announce(domain, false, "another-command")
          yield* hourLater
          yield* hourLater
          yield* assertPending(owner, domain)
        }))

      it.effect("is refunded if the registry shows another registrar as the sponsor", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-create-other.com")
          const router = yield* RegistryRouter
          const registry = Option.getOrThrow(router.find(domain.registry))
          const stranger = yield* customer()
          const other = yield* register(stranger, "shown-instead.com")
          const info = Option.getOrThrow(yield* registry.infoDomain(other.name))
          yield* unseen.show(domain.name, {
            ...info,
            name: domain.name,
            sponsor: "other",
            created_on: null,
            contacts: []
          })
          yield* hourLater
          yield* hourLater
          yield* assertRefused(owner, domain)
        }))

      it.effect("is left to an operator after seven days, with its money, and registered if it is shown later", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-create-overdue.com")
          yield* passDays(9)
          yield* assertPending(owner, domain)
          assert.include(yield* escalatedNames, domain.name)
          yield* unseen.carryOut(domain.name)
          yield* passDays(1)
          yield* assertRegistered(owner, domain)
          assert.strictEqual(unseen.sentFor(domain.name), 1)
        }))

      it.effect("is refunded after seven days when an operator has found out that it was rejected", () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "unseen-create-ruled.com")
          yield* passDays(9)
          const intents = yield* RegistryIntents
          const waiting = (yield* intents.escalated(1000)).find(({ object_name }) => object_name === domain.name)
          assert.isDefined(waiting)
          yield* intents.rule(waiting.intent_id, "undone")
          yield* round
          assert.isFalse(yield* isOwned(domain.name))
          assert.deepStrictEqual(yield* chargesOf(owner), ["create failed 9.50"])
        }))
    })
  }
}
