import { assert, layer } from "@effect/vitest"
import { Deletions, Renewals } from "@namewright/core/domains"
import { RegistrarIds, RegistryIntents, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  chargesOf,
  customer,
  daysBetween,
  eventsOf,
  openIntents,
  ownedByRival,
  passDays,
  passManyDays,
  register,
  round,
  transferIn
} from "../../../core/test/domains/DomainsPlatform.ts"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import type { EppFault } from "../../src/server/index.ts"
import { currentDomain } from "./wireOperations.ts"
import { backend, onTheWire, WireRegistry } from "./WirePlatform.ts"

const cutAfter: EppFault = { _tag: "Cut", when: "after" }

/** What the registry has done to a name. */
const doneTo = (name: string) =>
  Effect.map(
    WireRegistry,
    ({ carriedOut }) => carriedOut.filter(({ object }) => object === name).map(({ command }) => command)
  )

const bought = "create succeeded 24.90"

const lostRegistration = Effect.fnUntraced(function*(name: string) {
  const { server } = yield* WireRegistry
  const owner = yield* customer()
  server.faults.inject({ command: "DomainCreate", object: name, fault: cutAfter })
  yield* register(owner, name)
  yield* recovery
  assert.deepStrictEqual(yield* chargesOf(owner, name), [bought])
  assert.deepStrictEqual(yield* doneTo(name), ["create"])
  const domain = yield* currentDomain(owner, name)
  assert.isDefined(domain)
  assert.notInclude(domain.registry_statuses, "pendingCreate")
  return owner
})

layer(onTheWire({}, { shownAs: "OUR-Account" }))("A registry that spells the registrar's id in another case", (it) => {
  it.effect("keeps a paid name whose registrar id is spelled differently", () => lostRegistration("spelled.wire"))
})

layer(onTheWire({}, { shownAs: "4711-INTERNAL" }))("A registry with its own id for the account", (it) => {
  it.effect("keeps a paid name after a lost response, identified by the contacts of the order", () =>
    lostRegistration("contacts.wire"))
})

layer(onTheWire({}, { shownAs: "4711-INTERNAL" }))(
  "Names of an account that the registry names by an id of its own",
  (it) => {
    it.effect("are renewed once after a lost response, and the renewal stays charged", () =>
      Effect.gen(function*() {
        const { server } = yield* WireRegistry
        const owner = yield* customer()
        const renewals = yield* Renewals
        const name = DomainName.make("renewed-internal.wire")
        const before = yield* register(owner, name)
        server.faults.inject({ command: "DomainRenew", object: name, fault: cutAfter })
        yield* owner.act(renewals.renew(name, { period: Period.years(1) }))
        yield* recovery
        assert.deepStrictEqual(yield* chargesOf(owner, name), [bought, "renew succeeded 29.90"])
        assert.approximately(
          daysBetween(before.expires_on, (yield* currentDomain(owner, name))?.expires_on ?? null),
          365,
          1
        )
      }))

    it.effect("stay in the account after their deletion was lost in transit", () =>
      Effect.gen(function*() {
        const { server } = yield* WireRegistry
        const owner = yield* customer()
        const deletions = yield* Deletions
        const name = DomainName.make("deleted-internal.wire")
        yield* register(owner, name)
        yield* TestClock.adjust("6 days")
        yield* round
        server.faults.inject({ command: "DomainDelete", object: name, fault: { _tag: "Cut", when: "before" } })
        yield* owner.act(deletions.remove(name))
        yield* recovery
        assert.include((yield* currentDomain(owner, name))?.registry_statuses ?? [], "redemptionPeriod")
        assert.deepStrictEqual(yield* doneTo(name), ["create", "delete"])
      }))

    it.effect("are restored and charged once", () =>
      Effect.gen(function*() {
        const { server } = yield* WireRegistry
        const owner = yield* customer()
        const deletions = yield* Deletions
        const name = DomainName.make("restored-internal.plain")
        yield* register(owner, name)
        yield* TestClock.adjust("6 days")
        yield* round
        yield* owner.act(deletions.remove(name))
        server.faults.inject({ command: "DomainUpdate", object: name, fault: cutAfter })
        yield* owner.act(deletions.restore(name, {}))
        yield* recovery
        assert.isNull((yield* currentDomain(owner, name))?.canceled_on)
        assert.deepStrictEqual(yield* chargesOf(owner, name), [
          bought,
          "restore succeeded 85.00",
          "renew succeeded 29.90"
        ])
      }))

    it.effect("do not leave the account at the end of their term", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const name = DomainName.make("expiring-internal.wire")
        const { expires_on } = yield* register(owner, name)
        yield* passManyDays(400)
        const domain = yield* currentDomain(owner, name)
        assert.isDefined(domain)
        assert.approximately(daysBetween(expires_on, domain.expires_on), 365, 1)
        assert.notInclude(yield* eventsOf(owner), "OUTBOUND_TRANSFER/SUCCESS")
      }))

    it.effect("are transferred in after a lost response, and do not count as transferred out", () =>
      Effect.gen(function*() {
        const { server, simulator } = yield* WireRegistry
        const owner = yield* customer()
        const name = DomainName.make("arriving-internal.wire")
        yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
        server.faults.inject({ command: "DomainTransfer", object: name, fault: cutAfter })
        const pending = yield* transferIn(owner, name)
        yield* recovery
        assert.deepStrictEqual((yield* currentDomain(owner, name))?.registry_statuses, ["pendingTransfer"])
        yield* passDays(6)
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["transfer succeeded 29.90"])
        assert.notInclude((yield* currentDomain(owner, name))?.registry_statuses ?? [], "pendingTransfer")
        assert.deepStrictEqual(yield* openIntents(pending), [])
        assert.notInclude(yield* eventsOf(owner), "OUTBOUND_TRANSFER/SUCCESS")
        assert.notInclude(yield* eventsOf(owner), "OUTBOUND_TRANSFER/NOTIFICATION")
      }))
  }
)

/** A customer who asks for a name that another registrar has. */
const incoming = Effect.fnUntraced(function*(name: string) {
  const { simulator } = yield* WireRegistry
  const owner = yield* customer()
  yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
  return owner
})

layer(onTheWire({}, { shownAs: "4711-INTERNAL" }))("An account whose id is in no response yet", (it) => {
  it.effect("neither loses nor pays an incoming name before an operator has asked the registry", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const intents = yield* RegistryIntents
      const name = "arriving-unclear.wire"
      const owner = yield* incoming(name)
      server.faults.inject({ command: "DomainTransfer", object: name, fault: cutAfter })
      const pending = yield* transferIn(owner, name)
      assert.deepStrictEqual((yield* currentDomain(owner, name))?.registry_statuses, ["pendingTransfer"])
      yield* passDays(6)
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["transfer pending 29.90"])
      const [waiting] = yield* intents.escalated(10)
      assert.isDefined(waiting)
      assert.include(waiting.escalation ?? "", "4711-INTERNAL")
      assert.isTrue(yield* intents.rule(waiting.intent_id, "done"))
      yield* recovery
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["transfer succeeded 29.90"])
      assert.deepStrictEqual(yield* openIntents(pending), [])
      assert.notInclude(yield* eventsOf(owner), "OUTBOUND_TRANSFER/SUCCESS")
    }))
})

layer(onTheWire({}, { shownAs: "4711-INTERNAL" }))("An account", (it) => {
  it.effect("is identified by the response to its transfer request", () =>
    Effect.gen(function*() {
      const ids = yield* RegistrarIds
      const name = "arriving-answered.wire"
      const owner = yield* incoming(name)
      const { registry_account_id } = yield* transferIn(owner, name)
      const known = yield* ids.ofAccount(registry_account_id)
      assert.deepStrictEqual(known.map(({ registrar_id, seen_with }) => [registrar_id, seen_with]), [
        ["4711-INTERNAL", name]
      ])
      yield* passDays(6)
      assert.deepStrictEqual(yield* chargesOf(owner, name), ["transfer succeeded 29.90"])
    }))
})
