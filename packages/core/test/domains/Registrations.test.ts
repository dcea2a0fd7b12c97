import { assert, layer } from "@effect/vitest"
import { DomainStore, HeldDomains } from "@namewright/core/domains"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { balanceOf, customer, eventsOf, onSqlite, register, round } from "./DomainsPlatform.ts"

layer(onSqlite)("Registrations", (it) => {
  it.effect("registers a name, charges it once and tells so", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const before = yield* balanceOf(owner)
      const domain = yield* register(owner, "first.com")
      assert.includeMembers([...domain.registry_statuses], ["addPeriod"])
      assert.notStrictEqual(domain.roid, "")
      assert.isNotNull(domain.expires_on)
      assert.isNotNull(domain.auth_code)
      assert.strictEqual(domain.attributes["auto_renew_period"], "yearly")
      assert.isBelow(yield* balanceOf(owner), before)
      assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["REGISTRATION/SUCCESS"])
    }))

  it.effect("refuses a name that is held here, and names it to its owner alone", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "held.com")
      const again = yield* Effect.flip(register(owner, "held.com"))
      assert.deepInclude(again, { _tag: "DomainExists", domain_id: domain.domain_id })
      const stranger = yield* Effect.flip(register(yield* customer(), "held.com"))
      assert.strictEqual(stranger._tag, "DomainExists")
      assert.isFalse("domain_id" in stranger)
    }))

  it.effect("stores and charges nothing when the registry refuses", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const before = yield* balanceOf(owner)
      const store = yield* DomainStore
      const refused = yield* Effect.flip(register(owner, "fail-policy.com"))
      assert.strictEqual(refused._tag, "RegistryPolicyRefused")
      const taken = yield* Effect.flip(register(owner, "taken-name.com"))
      assert.strictEqual(taken._tag, "DomainUnavailable")
      assert.strictEqual(yield* balanceOf(owner), before)
      assert.isTrue(Option.isNone(yield* store.find(DomainName.make("fail-policy.com"))))
    }))

  it.effect("refuses a name that the balance does not cover, before the registry is asked", () =>
    Effect.gen(function*() {
      const poor = yield* customer(0)
      const refused = yield* Effect.flip(register(poor, "dear.com"))
      assert.strictEqual(refused._tag, "InsufficientFunds")
      const simulator = yield* RegistrySimulator
      const seen = yield* simulator.registry("verisign", "another").infoDomain(DomainName.make("dear.com"))
      assert.isTrue(Option.isNone(seen))
    }))

  it.effect("names every rule of the TLD that is broken at once", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const refused = yield* Effect.flip(register(owner, "broken.com", {
        period: { unit: "y", value: 11 },
        auth_code: "short1",
        contacts: {}
      }))
      assert.strictEqual(refused._tag, "PolicyViolation")
      const pointers = refused._tag === "PolicyViolation" ? refused.errors.map(({ pointer }) => pointer) : []
      assert.includeMembers(pointers, ["period", "auth_code", "contacts.registrant"])
    }))

  it.effect("keeps a name pending while its registry decides, and settles it when told", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const held = yield* HeldDomains
      const pending = yield* register(owner, "pending-one.com")
      assert.include(pending.registry_statuses, "pendingCreate")
      yield* TestClock.adjust("2 minutes")
      yield* round
      const settled = yield* held.get(owner.actor, pending.domain_id)
      assert.notInclude(settled.registry_statuses, "pendingCreate")
      assert.deepStrictEqual(yield* eventsOf(owner, pending.domain_id), [
        "REGISTRATION/NOTIFICATION",
        "REGISTRATION/SUCCESS"
      ])
    }))

  it.effect("gives the money back when a pending name is refused", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const before = yield* balanceOf(owner)
      const pending = yield* register(owner, "pending-refused-one.com")
      yield* TestClock.adjust("2 minutes")
      yield* round
      const store = yield* DomainStore
      assert.isTrue(Option.isNone(yield* store.find(pending.name)))
      assert.strictEqual(yield* balanceOf(owner), before)
      assert.include(yield* eventsOf(owner, pending.domain_id), "REGISTRATION/FAILURE")
    }))

  it.effect("sells a premium name at its registry's price, and only to who agreed to it", () =>
    Effect.gen(function*() {
      const owner = yield* customer(1_000_000)
      const unaware = yield* Effect.flip(register(owner, "premium-a.com"))
      assert.deepInclude(unaware, { _tag: "PremiumPriceMismatch", actual_price: "2500.00" })
      const plain = yield* Effect.flip(register(owner, "plain.com", { expected_price: "10.00" }))
      assert.strictEqual(plain._tag, "PremiumPriceNotApplicable")
      const domain = yield* register(owner, "premium-a.com", { expected_price: "2500.00" })
      assert.isTrue(domain.is_premium)
    }))
})
