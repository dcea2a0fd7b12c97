import { assert, layer } from "@effect/vitest"
import { type Domain, DomainStore } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { Hosts, type IpAddress } from "@namewright/core/hosts"
import { RegistrySimulator } from "@namewright/core/registry"
import { Hostname } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { remove, restore, settled, update } from "./domainRequests.ts"
import {
  asOneRequest,
  atRegistry,
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  day,
  daysBetween,
  domainNow,
  eventsOf,
  isOwned,
  moveTo,
  openIntents,
  passDays,
  passManyDays,
  pay,
  register,
  requestAway,
  round
} from "./DomainsPlatform.ts"

const deletionsOf = (owner: Customer, { domain_id }: Domain) =>
  Effect.map(eventsOf(owner, domain_id), (events) => events.filter((event) => event.startsWith("DELETION")))

export const deletionSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Deletions (${name})`, (it) => {
    it.effect("release a name at once in its add grace period, and refund the charge", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "typo.com")
        yield* TestClock.adjust("4 days")
        yield* remove(owner, domain)
        assert.isFalse(yield* isOwned(domain.name))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create canceled 9.50"])
        assert.strictEqual(yield* balanceOf(owner), 100_000)
        assert.deepStrictEqual(yield* deletionsOf(owner, domain), ["DELETION/SUCCESS"])
        const again = yield* register(owner, "typo.com")
        assert.notStrictEqual(again.domain_id, domain.domain_id)
      }))

    it.effect("refund nothing if the registry releases every deleted name at once", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "gone.final")
        yield* remove(owner, domain)
        assert.isFalse(yield* isOwned(domain.name))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 24.90"])
      }))

    it.effect("lead through redemption, in which the domain is shown, to the release of the name", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "leaving.com")
        yield* remove(owner, domain)
        const leaving = yield* domainNow(owner, domain)
        assert.includeMembers([...leaving.registry_statuses], ["redemptionPeriod", "pendingDelete"])
        assert.strictEqual(daysBetween(leaving.canceled_on, leaving.deleted_on), 35)
        assert.deepStrictEqual(yield* deletionsOf(owner, domain), ["DELETION/NOTIFICATION"])
        yield* moveTo(leaving.canceled_on, 30)
        const last = yield* domainNow(owner, domain)
        assert.notInclude(last.registry_statuses, "redemptionPeriod")
        assert.include(last.registry_statuses, "pendingDelete")
        assert.strictEqual(day(last.deleted_on), day(leaving.deleted_on))
        yield* moveTo(leaving.deleted_on)
        assert.isFalse(yield* isOwned(domain.name))
        yield* passDays(2)
        assert.deepStrictEqual(yield* deletionsOf(owner, domain), ["DELETION/NOTIFICATION", "DELETION/SUCCESS"])
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))

    it.effect("are refused by the statuses that forbid them, which the error names", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { acts } = yield* RegistrySimulator
        const locked = yield* register(owner, "locked-name.com")
        yield* update(owner, locked, { statuses: ["clientDeleteProhibited", "clientHold"] })
        yield* acts.changeStatuses(locked.name, { add: ["serverDeleteProhibited"] }, "Registry lock")
        yield* round
        assert.deepInclude(yield* Effect.flip(remove(owner, locked)), {
          _tag: "DomainDeleteProhibited",
          prohibiting_statuses: ["serverDeleteProhibited", "clientDeleteProhibited"]
        })
        const leaving = yield* settled(owner, "twice.com")
        yield* remove(owner, leaving)
        const twice = yield* Effect.flip(remove(owner, leaving))
        assert.strictEqual(twice._tag, "DomainDeleteProhibited")
      }))

    it.effect("are refused during an outbound transfer", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "wanted.slow")
        yield* requestAway(domain)
        yield* round
        assert.deepInclude(yield* Effect.flip(remove(owner, domain)), {
          _tag: "DomainDeleteProhibited",
          prohibiting_statuses: ["pendingTransfer"]
        })
      }))

    it.effect("change nothing if the registry refuses", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "parent.com")
        const hosts = yield* Hosts
        yield* owner.act(hosts.create({
          hostname: Hostname.make("ns1.parent.com"),
          ip_addresses: ["192.0.2.1" as IpAddress]
        }))
        const refused = yield* Effect.flip(remove(owner, domain))
        assert.strictEqual(refused._tag, "RegistryPolicyRefused")
        assert.isNull((yield* domainNow(owner, domain)).canceled_on)
        assert.deepStrictEqual(yield* deletionsOf(owner, domain), ["DELETION/FAILURE"])
        assert.deepStrictEqual(yield* openIntents(domain), [])
      }))

    it.effect("and restores are refused for a name at an external registrar", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const store = yield* DomainStore
        const domain = yield* register(owner, "elsewhere.com")
        yield* store.save({ ...domain, read_only: true })
        assert.strictEqual((yield* Effect.flip(remove(owner, domain)))._tag, "DomainReadOnly")
        assert.strictEqual((yield* Effect.flip(restore(owner, domain)))._tag, "DomainReadOnly")
      }))
  })

  layer(platform)(`Restores (${name})`, (it) => {
    it.effect("restore a name with the renewal that the TLD requires", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "zurueck.de")
        yield* remove(owner, domain)
        yield* passDays(10)
        const restored = yield* restore(owner, domain, { reason: "deleted by mistake" })
        assert.notInclude(restored.registry_statuses, "pendingDelete")
        assert.isNull(restored.canceled_on)
        assert.isNull(restored.deleted_on)
        assert.approximately(daysBetween(domain.expires_on, restored.expires_on), 365, 1)
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create succeeded 3.90",
          "restore succeeded 19.00",
          "renew succeeded 3.90"
        ])
        assert.deepStrictEqual(yield* deletionsOf(owner, domain), ["DELETION/NOTIFICATION", "DELETION/CANCELED"])
        yield* passDays(5)
        assert.strictEqual((yield* chargesOf(owner)).length, 3)
      }))

    it.effect("are carried out once in repeated attempts of a request", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "tried.de")
        yield* remove(owner, domain)
        yield* passDays(10)
        const tried = yield* asOneRequest(restore(owner, domain))
        const first = yield* tried
        const charges = yield* chargesOf(owner)
        assert.deepStrictEqual(yield* tried, first)
        assert.deepStrictEqual(yield* chargesOf(owner), charges)
        assert.strictEqual((yield* Effect.flip(restore(owner, domain)))._tag, "DomainStatusProhibited")
      }))

    it.effect("are charged once although earlier attempts of the request failed and the last response was lost", () =>
      Effect.gen(function*() {
        const { faults } = yield* RegistrySimulator
        const owner = yield* customer()
        const domain = yield* settled(owner, "retried.com")
        yield* remove(owner, domain)
        const attempt = yield* asOneRequest(restore(owner, domain))
        yield* faults.inject({ method: "restoreDomain", fault: "temporary", object: domain.name, times: 3 })
        for (let failed = 0; failed < 3; failed++) {
          assert.strictEqual((yield* Effect.flip(attempt))._tag, "RegistryUnavailable")
        }
        const restored = yield* attempt
        assert.deepStrictEqual(yield* attempt, restored)
        assert.strictEqual(yield* balanceOf(owner), 100_000 - 950 - 7500 - 990)
      }))

    it.effect("cost only the restore if the TLD requires no renewal", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "alone.bare")
        yield* remove(owner, domain)
        const restored = yield* restore(owner, domain)
        assert.strictEqual(day(restored.expires_on), day(domain.expires_on))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 24.90", "restore succeeded 85.00"])
      }))

    it.effect("leave an unpaid year that the registry added because the term ended meanwhile", () =>
      Effect.gen(function*() {
        const owner = yield* customer(2490)
        const domain = yield* settled(owner, "overdue.bare")
        yield* moveTo(domain.expires_on, -1)
        yield* remove(owner, domain)
        yield* passDays(3)
        yield* pay(owner, 20_000)
        const restored = yield* restore(owner, domain)
        assert.strictEqual(day(restored.unpaid_renewal_on), day(domain.expires_on))
        yield* passDays(2)
        assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), ["restore succeeded 85.00", "renew succeeded 29.90"])
      }))

    it.effect("are done and paid even if the registry refuses the required renewal", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "decade.com", { period: 10 })
        yield* remove(owner, domain)
        const restored = yield* restore(owner, domain)
        assert.isNull(restored.canceled_on)
        assert.strictEqual(day(restored.expires_on), day(domain.expires_on))
        assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), [
          "restore succeeded 75.00",
          "renew canceled 9.90"
        ])
        assert.strictEqual(yield* balanceOf(owner), 100_000 - 9500 - 7500)
      }))

    it.effect("add no second charge for a year that was unpaid before the deletion", () =>
      Effect.gen(function*() {
        const owner = yield* customer(950)
        const domain = yield* register(owner, "owed.com")
        yield* moveTo(domain.expires_on, 1)
        assert.isNotNull((yield* domainNow(owner, domain)).unpaid_renewal_on)
        yield* remove(owner, domain)
        yield* pay(owner, 20_000)
        const restored = yield* restore(owner, domain)
        assert.approximately(daysBetween(domain.expires_on, restored.expires_on), 365, 1)
        yield* passDays(3)
        assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), ["restore succeeded 75.00", "renew succeeded 9.90"])
      }))

    it.effect("cost the premium price of the required renewal", () =>
      Effect.gen(function*() {
        const owner = yield* customer(1_000_000)
        const domain = yield* settled(owner, "premium-restored.com", { expected_price: "2500.00" })
        yield* remove(owner, domain)
        yield* restore(owner, domain)
        assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), [
          "restore succeeded 75.00",
          "renew succeeded 250.00"
        ])
      }))

    it.effect("wait for a registry that decides later", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const settledDomain = yield* settled(owner, "pending-restored.com")
        yield* remove(owner, settledDomain)
        const attempt = yield* asOneRequest(restore(owner, settledDomain))
        const pending = yield* attempt
        assert.include(pending.registry_statuses, "pendingRestore")
        assert.notInclude(pending.registry_statuses, "redemptionPeriod")
        assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), ["restore pending 75.00", "renew pending 9.90"])
        assert.strictEqual((yield* Effect.flip(restore(owner, settledDomain)))._tag, "DomainStatusProhibited")
        assert.deepStrictEqual(yield* attempt, pending)
        yield* TestClock.adjust("2 minutes")
        yield* round
        const restored = yield* domainNow(owner, settledDomain)
        assert.notInclude(restored.registry_statuses, "pendingRestore")
        assert.isNull(restored.canceled_on)
        assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), ["restore succeeded 75.00", "renew succeeded 9.90"])
        assert.deepStrictEqual(yield* deletionsOf(owner, settledDomain), ["DELETION/NOTIFICATION", "DELETION/CANCELED"])
      }))

    it.effect("are refused before redemption, after it, and by the registry's own lock", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { acts } = yield* RegistrySimulator
        const active = yield* settled(owner, "active.com")
        assert.strictEqual((yield* Effect.flip(restore(owner, active)))._tag, "DomainStatusProhibited")
        yield* remove(owner, active)
        yield* acts.changeStatuses(active.name, { add: ["serverRestoreProhibited"] }, "By court order")
        yield* round
        assert.deepInclude(yield* Effect.flip(restore(owner, active)), {
          _tag: "DomainStatusProhibited",
          prohibiting_statuses: ["serverRestoreProhibited"]
        })
        yield* passManyDays(31)
        const late = yield* Effect.flip(restore(owner, active))
        assert.strictEqual(late._tag, "DomainStatusProhibited")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))

    it.effect("store nothing if the balance covers the restore but not the renewal", () =>
      Effect.gen(function*() {
        const owner = yield* customer(390 + 1900)
        const domain = yield* settled(owner, "knapp.de")
        yield* remove(owner, domain)
        assert.strictEqual((yield* Effect.flip(restore(owner, domain)))._tag, "InsufficientFunds")
        assert.strictEqual(yield* balanceOf(owner), 1900)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 3.90"])
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.include((yield* atRegistry(domain))?.statuses ?? [], "redemptionPeriod")
      }))

    it.effect("are carried out once in concurrent requests", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "doppelt.de")
        yield* remove(owner, domain)
        const answers = yield* Effect.all(
          [1, 2, 3].map(() => Effect.result(restore(owner, domain))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(answers.filter(({ _tag }) => _tag === "Success").length, 1)
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create succeeded 3.90",
          "restore succeeded 19.00",
          "renew succeeded 3.90"
        ])
      }))
  })
}
