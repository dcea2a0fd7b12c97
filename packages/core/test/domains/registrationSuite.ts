import { assert, layer } from "@effect/vitest"
import { DomainStore, OwnedDomains } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { sentBy } from "../../../../test/sentStatements.ts"
import {
  asOneRequest,
  atRegistry,
  balanceOf,
  chargesOf,
  customer,
  daysBetween,
  eventsOf,
  isOwned,
  register,
  round,
  suborganization
} from "./DomainsPlatform.ts"

/** `statements` is the number of statements of one registration, except `BEGIN`, `COMMIT` and savepoints. */
export const registrationSuite = (name: string, platform: Layer.Layer<PlatformServices>, statements: number) => {
  layer(platform)(`Registrations (${name})`, (it) => {
    it.effect("registers a name, charges it once and records an event", () =>
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

    it.effect("sends the expected number of statements, including those of the simulated registry", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const nameservers = ["ns1.hoster.example", "ns2.hoster.example"]
        // The first registration stores the numbers of shared values, and the objects at the registry.
        yield* register(owner, "uncounted.com", { nameservers })
        const { sent } = yield* sentBy("registration", register(owner, "counted.com", { nameservers }))
        assert.strictEqual(sent.length, statements, sent.map(({ text }) => text).join("\n"))
      }))

    it.effect("carries out a request once in repeated attempts", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const tried = yield* asOneRequest(register(owner, "tried.com"))
        const first = yield* tried
        assert.deepStrictEqual(yield* tried, first)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        assert.strictEqual((yield* Effect.flip(register(owner, "tried.com")))._tag, "DomainExists")
      }))

    it.effect("refuses a name of this platform, and returns its id to its owner only", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "owned.com")
        const again = yield* Effect.flip(register(owner, "owned.com"))
        assert.deepInclude(again, { _tag: "DomainExists", domain_id: domain.domain_id })
        const stranger = yield* Effect.flip(register(yield* customer(), "owned.com"))
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

    it.effect("refuses a name that the balance does not cover, before the registry is queried", () =>
      Effect.gen(function*() {
        const poor = yield* customer(0)
        const refused = yield* Effect.flip(register(poor, "dear.com"))
        assert.strictEqual(refused._tag, "InsufficientFunds")
        const simulator = yield* RegistrySimulator
        const seen = yield* simulator.registry("verisign", "another").infoDomain(DomainName.make("dear.com"))
        assert.isTrue(Option.isNone(seen))
      }))

    it.effect("reports every violated rule of the TLD", () =>
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

    it.effect("keeps a name pending while its registry decides, and settles it by the message", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const owned = yield* OwnedDomains
        const pending = yield* register(owner, "pending-one.com")
        assert.include(pending.registry_statuses, "pendingCreate")
        yield* TestClock.adjust("2 minutes")
        yield* round
        const settled = yield* owned.get(owner.actor, pending.domain_id)
        assert.notInclude(settled.registry_statuses, "pendingCreate")
        assert.deepStrictEqual(yield* eventsOf(owner, pending.domain_id), [
          "REGISTRATION/NOTIFICATION",
          "REGISTRATION/SUCCESS"
        ])
      }))

    it.effect("releases the charge when a pending name is refused", () =>
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

    it.effect("sells a premium name at its registry's price, and only if the caller accepts it", () =>
      Effect.gen(function*() {
        const owner = yield* customer(1_000_000)
        const unaware = yield* Effect.flip(register(owner, "premium-a.com"))
        assert.deepInclude(unaware, { _tag: "PremiumPriceMismatch", actual_price: "2500.00" })
        const plain = yield* Effect.flip(register(owner, "plain.com", { expected_price: "10.00" }))
        assert.strictEqual(plain._tag, "PremiumPriceNotApplicable")
        const domain = yield* register(owner, "premium-a.com", { expected_price: "2500.00" })
        assert.isTrue(domain.is_premium)
      }))

    it.effect("compares the expected price with the price of all years of a premium name", () =>
      Effect.gen(function*() {
        const owner = yield* customer(1_000_000)
        const two = { period: { unit: "y", value: 2 } }
        assert.deepInclude(
          yield* Effect.flip(register(owner, "premium-long.com", { ...two, expected_price: "2500.00" })),
          { _tag: "PremiumPriceMismatch", expected_price: "2500.00", actual_price: "5000.00" }
        )
        yield* register(owner, "premium-long.com", { ...two, expected_price: 5000 })
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 5000.00"])
      }))

    it.effect("keeps the order of nameservers, and the contacts in the roles of the TLD", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "ordered.com", { nameservers: ["ns2.example.net", "ns1.example.net"] })
        assert.deepStrictEqual(domain.nameservers.map(({ hostname }) => String(hostname)), [
          "ns2.example.net",
          "ns1.example.net"
        ])
        assert.deepStrictEqual(domain.contacts.map(({ contact_type }) => contact_type), ["registrant", "admin", "tech"])
        const seen = yield* atRegistry(domain)
        assert.strictEqual(seen?.nameservers.length, 2)
        assert.strictEqual(new Set(seen?.contacts.map(({ handle }) => handle)).size, 1)
      }))

    it.effect("uses the caller's auth code, and generates one unless the registry does", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const withCode = yield* register(owner, "given-code.com", { auth_code: "Caller-Code-12" })
        assert.strictEqual(withCode.auth_code, "Caller-Code-12")
        assert.strictEqual((yield* register(owner, "made-code.com")).auth_code?.length, 16)
        assert.isNull((yield* register(owner, "nobodys-code.trading")).auth_code)
        const limited = yield* register(owner, "befristet.de")
        assert.strictEqual(daysBetween(limited.registered_on, limited.auth_code_expires_on), 30)
      }))

    it.effect("refuses TLDs that are not sold, and foreign contacts", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const stranger = yield* customer()
        assert.deepInclude(yield* Effect.flip(register(owner, "name.unsold")), {
          _tag: "TldNotAvailable",
          tld: "unsold"
        })
        assert.strictEqual(
          (yield* Effect.flip(register({ ...owner, contact_id: stranger.contact_id }, "foreign.com")))._tag,
          "ContactNotFound"
        )
        assert.deepStrictEqual(yield* chargesOf(owner), [])
      }))

    it.effect("stores nothing while the registry is unreachable", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "checkDomains", fault: "temporary" })
        assert.strictEqual((yield* Effect.flip(register(owner, "nobody-there.com")))._tag, "RegistryUnavailable")
        yield* faults.inject({ method: "createContact", fault: "temporary" })
        assert.strictEqual((yield* Effect.flip(register(owner, "nobody-there.com")))._tag, "RegistryUnavailable")
        assert.isFalse(yield* isOwned("nobody-there.com"))
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        assert.isTrue(yield* isOwned((yield* register(owner, "nobody-there.com")).name))
      }))

    it.effect("creates each contact at a registry once, even if the response is lost", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createContact", fault: "cutAfter" })
        const first = yield* register(owner, "lost-contact.com")
        const second = yield* register(owner, "known-contact.com")
        const handles = [...(yield* atRegistry(first))?.contacts ?? [], ...(yield* atRegistry(second))?.contacts ?? []]
        assert.strictEqual(new Set(handles.map(({ handle }) => handle)).size, 1)
      }))

    it.effect("charges the parent for its suborganization", () =>
      Effect.gen(function*() {
        const parent = yield* customer()
        const branch = yield* suborganization(parent)
        const domain = yield* register(branch, "branch-name.com")
        assert.strictEqual(domain.organization_id, branch.organization_id)
        assert.strictEqual(yield* balanceOf(parent), 100_000 - 950)
        assert.deepStrictEqual(yield* chargesOf(branch), ["create succeeded 9.50"])
      }))

    it.effect("registers a name once in concurrent requests", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const answers = yield* Effect.all(
          [1, 2, 3].map(() => Effect.result(register(owner, "wanted-thrice.com"))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(answers.filter(({ _tag }) => _tag === "Success").length, 1)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))
  })
}
