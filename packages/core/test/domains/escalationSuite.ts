import { assert, layer } from "@effect/vitest"
import type { Storage } from "@namewright/core/embed"
import { RegistrarIds, RegistryIntents, RegistryIntentStore, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { renew } from "./domainRequests.ts"
import {
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  gaugeOf,
  isOwned,
  openIntents,
  passDays,
  register,
  round
} from "./DomainsPlatform.ts"
import { recovery } from "./faultSuite.ts"
import { namelessAccount, shownId } from "./namelessAccount.ts"

const { platform, reveal, show } = namelessAccount()

/** Carried-out registration with a lost response, which the registry shows under an unknown registrar id. */
const unclearRegistration = Effect.fnUntraced(function*(owner: Customer, name: DomainName) {
  const { faults } = yield* RegistrySimulator
  yield* faults.inject({ method: "createDomain", fault: "cutAfter", object: name })
  yield* show(name)
  return yield* register(owner, name)
})

/** Intent of an object that waits for an operator. */
const waiting = Effect.fnUntraced(function*(name: string) {
  const intents = yield* RegistryIntents
  return (yield* intents.escalated(1000)).find(({ object_name }) => object_name === name)
})

const rule = Effect.fnUntraced(function*(name: string, ruling: "done" | "undone") {
  const intents = yield* RegistryIntents
  const intent = yield* waiting(name)
  assert.isDefined(intent)
  assert.isTrue(yield* intents.rule(intent.intent_id, ruling))
  yield* round
})

const renewal = (owner: Customer, name: DomainName) => Effect.exit(renew(owner, name))

const bought = "create succeeded 9.50"

export const escalationSuite = (name: string, storage: Layer.Layer<Storage, unknown>) => {
  layer(platform(storage))(`Orders that wait for an operator (${name})`, (it) => {
    it.effect("never abandon a name that exists since the order, and keep its money reserved", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* unclearRegistration(owner, DomainName.make("kept.com"))
        yield* recovery
        yield* passDays(3)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create pending 9.50"])
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.create prepared"])
        assert.deepStrictEqual((yield* domainNow(owner, domain)).registry_statuses, ["pendingCreate"])
        assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["MODIFICATION/NOTIFICATION"])
        assert.include((yield* waiting("kept.com"))?.escalation ?? "", shownId)
        yield* round
        assert.isAbove((yield* gaugeOf("registry_intents_escalated", domain.registry)) ?? 0, 0)
      }))

    it.effect("are completed by an operator's decision that the name is the account's, which also stores its registrar id", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* unclearRegistration(owner, DomainName.make("ruled-done.com"))
        yield* rule("ruled-done.com", "done")
        assert.deepStrictEqual(yield* chargesOf(owner), [bought])
        assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "pendingCreate")
        assert.deepStrictEqual(yield* openIntents(domain), [])
        const ids = yield* RegistrarIds
        const known = yield* ids.ofAccount(domain.registry_account_id)
        assert.include(known.map(({ registrar_id }) => registrar_id), shownId)
        assert.include(yield* eventsOf(owner, domain.domain_id), "REGISTRATION/SUCCESS")
      }))

    it.effect("are refused by an operator's decision that the name is another registrar's, and their charge is released", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* unclearRegistration(owner, DomainName.make("ruled-undone.com"))
        yield* rule("ruled-undone.com", "undone")
        assert.isFalse(yield* isOwned("ruled-undone.com"))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create failed 9.50"])
        assert.include(yield* eventsOf(owner, domain.domain_id), "REGISTRATION/FAILURE")
        assert.isUndefined(yield* waiting("ruled-undone.com"))
      }))

    it.effect("are settled without an operator once the registry shows that the name is the account's, even against the operator's decision", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [first, second] = [DomainName.make("revealed.com"), DomainName.make("revealed-late.com")]
        yield* unclearRegistration(owner, first)
        yield* reveal(first)
        yield* TestClock.adjust("2 hours")
        yield* round
        assert.isUndefined(yield* waiting(first))
        yield* unclearRegistration(owner, second)
        yield* reveal(second)
        yield* rule(second, "undone")
        assert.deepStrictEqual(yield* chargesOf(owner), [bought, bought])
      }))

    it.effect("continue to wait if they are decided as done and the registry does not show the name", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const hidden = DomainName.make("ruled-hidden.com")
        const domain = yield* unclearRegistration(owner, hidden)
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: hidden, times: 1000 })
        yield* rule(hidden, "done")
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.create prepared"])
        assert.include((yield* waiting(hidden))?.escalation ?? "", "does not show")
        yield* faults.clear
        yield* TestClock.adjust("2 hours")
        yield* round
        assert.deepStrictEqual(yield* chargesOf(owner), [bought])
      }))

    it.effect("accept no decision unless they wait for one", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const intents = yield* RegistryIntents
        const store = yield* RegistryIntentStore
        yield* faults.inject({ method: "createDomain", fault: "cutBefore", object: "unescalated.com" })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: "unescalated.com", times: 1000 })
        const domain = yield* register(owner, "unescalated.com")
        const [open] = yield* store.ofObject(domain.domain_id)
        assert.isDefined(open)
        assert.isFalse(yield* intents.rule(open.intent_id, "undone"))
        yield* faults.clear
        yield* recovery
        assert.isFalse(yield* intents.rule(open.intent_id, "undone"))
        assert.deepStrictEqual(yield* chargesOf(owner), [bought])
      }))

    it.effect("do not arise from a name that is older than the order: it is another registrar's", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const older = DomainName.make("older.com")
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createDomain", fault: "cutAfter", object: older })
        yield* show(older, { created_on: DateTime.subtract(yield* Instant.now, { days: 3 }) })
        yield* Effect.exit(register(owner, older))
        yield* recovery
        assert.isFalse(yield* isOwned(older))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create failed 9.50"])
      }))

    it.effect("arise from a name that exists since the order under another registrar's id", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const rivals = DomainName.make("rivals.com")
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createDomain", fault: "cutAfter", object: rivals })
        yield* show(rivals, { sponsor: "other", sponsor_id: "RIVAL" })
        yield* register(owner, rivals)
        yield* recovery
        assert.deepStrictEqual(yield* chargesOf(owner), ["create pending 9.50"])
        assert.include((yield* waiting(rivals))?.escalation ?? "", "RIVAL")
      }))

    it.effect("arise from a renewal that the registry shows under another registrar's id", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const moved = DomainName.make("renewed-away.com")
        yield* register(owner, moved)
        yield* show(moved, { sponsor: "other", sponsor_id: "RIVAL" })
        yield* faults.inject({ method: "renewDomain", fault: "cutAfter", object: moved })
        yield* renewal(owner, moved)
        yield* recovery
        assert.deepStrictEqual(yield* chargesOf(owner), [bought, "renew pending 9.90"])
        yield* rule(moved, "done")
        assert.deepStrictEqual(yield* chargesOf(owner), [bought, "renew succeeded 9.90"])
      }))

    it.effect("do not arise from a renewal under an unknown id: the expiry proves it", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const renewed = DomainName.make("renewed-nameless.com")
        yield* register(owner, renewed)
        yield* show(renewed)
        yield* faults.inject({ method: "renewDomain", fault: "cutAfter", object: renewed })
        yield* renewal(owner, renewed)
        yield* recovery
        assert.deepStrictEqual(yield* chargesOf(owner), [bought, "renew succeeded 9.90"])
      }))
  })
}
