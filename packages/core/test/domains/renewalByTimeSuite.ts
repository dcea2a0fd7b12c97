import { assert, layer } from "@effect/vitest"
import { PriceList } from "@namewright/core/billing"
import { DomainStore, Renewals } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { OrganizationOperations } from "@namewright/core/organizations"
import { RegistrySimulator } from "@namewright/core/registry"
import { Money, Period } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { update } from "./domainRequests.ts"
import {
  advanceDue,
  atRegistry,
  chargesOf,
  customer,
  day,
  daysBetween,
  domainNow,
  eventListOf,
  eventsOf,
  isOwned,
  moveTo,
  passDays,
  passManyDays,
  passQuietDays,
  pay,
  register,
  round,
  setTime
} from "./DomainsPlatform.ts"
import { eventCount, poor, yearsOf } from "./renewalSuite.ts"

export const renewalByTimeSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Renewals by schedule (${name})`, (it) => {
    it.effect("take place once, seven days before the expiry of a .com name", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "automatic.com")
        yield* moveTo(domain.expires_on, -8)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 1)
        yield* passDays(1)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
        yield* passManyDays(20)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/SUCCESS"), 1)
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/FAILURE"), 0)
      }))

    it.effect("take place once with several workers", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "contested.com")
        yield* setTime(domain.expires_on, -7)
        yield* Effect.all([1, 2, 3, 4].map(() => advanceDue), { concurrency: 4 })
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
      }))

    it.effect("add a month if the domain renews monthly", () =>
      Effect.gen(function*() {
        const prices = yield* PriceList
        const line = { product_type: "domain", product_class: "monthly", currency: "EUR" } as const
        yield* prices.set("default", [
          { ...line, product_action: "create", price: Money.MinorUnits.make(150), period: Period.months(1) },
          { ...line, product_action: "renew", price: Money.MinorUnits.make(120), period: Period.months(1) }
        ])
        const owner = yield* customer()
        const domain = yield* register(owner, "often.monthly", { period: { unit: "m", value: 1 } })
        assert.strictEqual(domain.attributes["auto_renew_period"], "monthly")
        yield* moveTo(domain.expires_on, -7)
        const once = yield* domainNow(owner, domain)
        yield* moveTo(once.expires_on, -7)
        yield* update(owner, domain, { attributes: { auto_renew_period: "yearly" } })
        const twice = yield* domainNow(owner, domain)
        yield* moveTo(twice.expires_on, -7)
        const thrice = yield* domainNow(owner, domain)
        assert.deepStrictEqual(
          [once, twice, thrice].map(({ expires_on }) => day(expires_on)),
          [Period.months(2), Period.months(3), Period.months(15)].map((period) =>
            day(domain.registered_on === null ? null : Period.addTo(domain.registered_on, period))
          )
        )
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create succeeded 1.50",
          "renew succeeded 1.20",
          "renew succeeded 1.20",
          "renew succeeded 29.90"
        ])
      }))

    it.effect("cost the price of a premium name, and wait for the owner if the name became premium", () =>
      Effect.gen(function*() {
        const owner = yield* customer(1_000_000)
        const dear = yield* register(owner, "premium-automatic.com", { expected_price: "2500.00" })
        yield* moveTo(dear.expires_on, -7)
        assert.deepStrictEqual(yield* chargesOf(owner, dear.name), [
          "create succeeded 2500.00",
          "renew succeeded 250.00"
        ])
      }))

    it.effect("stop while the organization is inactive, and take place when it is active again", () =>
      Effect.gen(function*() {
        const { changeTerms } = yield* OrganizationOperations
        const owner = yield* customer()
        const domain = yield* register(owner, "inactive.com")
        yield* changeTerms(owner.organization_id, { status: "inactive" })
        yield* moveTo(domain.expires_on, -7)
        yield* passDays(2)
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/FAILURE"), 3)
        const failure = (yield* eventListOf(owner, domain.domain_id)).find(({ subtype }) => subtype === "FAILURE")
        assert.strictEqual(failure?.event_data.error?.code, "ERROR_ORGANIZATION_INACTIVE")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        yield* changeTerms(owner.organization_id, { status: "active" })
        yield* passDays(2)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
      }))

    it.effect("end with the deletion of the name if the organization stays inactive", () =>
      Effect.gen(function*() {
        const { changeTerms } = yield* OrganizationOperations
        const owner = yield* customer()
        const domain = yield* register(owner, "abandoned.com")
        yield* changeTerms(owner.organization_id, { status: "inactive" })
        yield* moveTo(domain.expires_on, -7)
        yield* passDays(60)
        assert.isNotNull((yield* domainNow(owner, domain)).canceled_on)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))

    it.effect("are tried every day without balance, and succeed after a payment", () =>
      Effect.gen(function*() {
        const owner = yield* poor
        const domain = yield* register(owner, "unpaid.com")
        yield* moveTo(domain.expires_on, -7)
        yield* passDays(2)
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/FAILURE"), 3)
        const failure = (yield* eventListOf(owner, domain.domain_id)).find(({ subtype }) => subtype === "FAILURE")
        assert.strictEqual(failure?.event_data.error?.code, "ERROR_BILLING_INSUFFICIENT_FUNDS")
        yield* pay(owner, 990)
        yield* passDays(2)
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/FAILURE"), 3)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
      }))

    it.effect("are reported if a status forbids them, and charged if the registry renews anyway", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "forbidden.com")
        yield* update(owner, domain, { statuses: ["clientRenewProhibited"] })
        yield* moveTo(domain.expires_on, -7)
        const failures = (yield* eventListOf(owner, domain.domain_id)).filter(({ subtype }) => subtype === "FAILURE")
        assert.deepStrictEqual(failures.map(({ event_data }) => event_data.error?.code), [
          "ERROR_DOMAIN_STATUS_PROHIBITED"
        ])
        yield* moveTo(domain.expires_on)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
      }))

    it.effect("wait for an unreachable registry, without losing the notice or the day", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "away.com")
        const { faults } = yield* RegistrySimulator
        yield* moveTo(domain.expires_on, -8)
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: domain.name })
        yield* passDays(1)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 1)
        yield* TestClock.adjust("1 hour")
        yield* round
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/NOTIFICATION"), 2)
      }))
  })

  layer(platform)(`Renewals by the registry (${name})`, (it) => {
    it.effect("are charged after a payment, without another year", () =>
      Effect.gen(function*() {
        const owner = yield* poor
        const domain = yield* register(owner, "byitself.com")
        yield* moveTo(domain.expires_on, 1)
        const owing = yield* domainNow(owner, domain)
        assert.strictEqual(yearsOf(owing), 2)
        assert.strictEqual(day(owing.unpaid_renewal_on), day(domain.expires_on))
        yield* passQuietDays(20)
        yield* pay(owner, 10_000)
        yield* passQuietDays(30)
        const paid = yield* domainNow(owner, domain)
        assert.isNull(paid.unpaid_renewal_on)
        assert.strictEqual(day(paid.expires_on), day(owing.expires_on))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/SUCCESS"), 1)
      }))

    it.effect("are charged for every term that the registry added without a synchronisation", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "longaway.com")
        yield* moveTo(domain.expires_on, 370)
        const paid = yield* domainNow(owner, domain)
        assert.strictEqual(yearsOf(paid), 3)
        assert.isNull(paid.unpaid_renewal_on)
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create succeeded 9.50",
          "renew succeeded 9.90",
          "renew succeeded 9.90"
        ])
        yield* passDays(3)
        assert.strictEqual((yield* chargesOf(owner)).length, 3)
      }))

    it.effect("are charged if the expiry is unknown", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const store = yield* DomainStore
        const renewals = yield* Renewals
        const domain = yield* register(owner, "noexpiry.com")
        const owing = { ...domain, expires_on: null, unpaid_renewal_on: domain.expires_on }
        yield* store.save(owing)
        yield* renewals.renewAutomatically(owing)
        assert.isNull((yield* domainNow(owner, domain)).unpaid_renewal_on)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/SUCCESS"), 1)
      }))

    it.effect("are detected by the first query of the registry", () =>
      Effect.gen(function*() {
        const owner = yield* poor
        const domain = yield* register(owner, "noticed.com")
        yield* setTime(domain.expires_on)
        const changed = yield* update(owner, domain, { statuses: ["clientHold"] })
        assert.strictEqual(day(changed.unpaid_renewal_on), day(domain.expires_on))
        yield* pay(owner, 10_000)
        yield* passDays(3)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
      }))

    it.effect("are undone by deleting the name while the registry still credits the year", () =>
      Effect.gen(function*() {
        const owner = yield* poor
        const domain = yield* register(owner, "unpaidever.com")
        yield* moveTo(domain.expires_on)
        yield* passQuietDays(42)
        yield* passDays(1)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
        yield* passDays(1)
        const leaving = yield* domainNow(owner, domain)
        assert.include(leaving.registry_statuses, "redemptionPeriod")
        assert.isNull(leaving.unpaid_renewal_on)
        assert.strictEqual(day((yield* atRegistry(domain))?.expires_on ?? null), day(domain.expires_on))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        assert.strictEqual(yield* eventCount(owner, domain, "DELETION/NOTIFICATION"), 1)
        yield* passQuietDays(34)
        assert.isTrue(yield* isOwned(domain.name))
        yield* passDays(2)
        assert.isFalse(yield* isOwned(domain.name))
        assert.strictEqual(yield* eventCount(owner, domain, "DELETION/SUCCESS"), 1)
      }))

    it.effect("are charged at the expiry of a name without a renew command, which is never deleted before", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "selbst.de")
        yield* moveTo(domain.expires_on, -1)
        yield* passDays(3)
        const renewed = yield* domainNow(owner, domain)
        assert.strictEqual(yearsOf(renewed), 2)
        assert.notInclude(renewed.registry_statuses, "redemptionPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 3.90", "renew succeeded 3.90"])
        assert.strictEqual(yield* eventCount(owner, domain, "RENEWAL/FAILURE"), 0)
      }))

    it.effect("leave the owner of such a name a month to pay", () =>
      Effect.gen(function*() {
        const owner = yield* customer(390)
        const domain = yield* register(owner, "spaet.de")
        yield* moveTo(domain.expires_on)
        yield* passManyDays(29)
        assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        yield* passDays(1)
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 3.90"])
      }))
  })

  layer(platform)(`Names at a registry without automatic renewal (${name})`, (it) => {
    it.effect("are renewed a week ahead", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "kept.bare")
        yield* moveTo(domain.expires_on, -7)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
      }))

    it.effect("expire without balance, and are not considered transferred", () =>
      Effect.gen(function*() {
        const owner = yield* customer(2490)
        const domain = yield* register(owner, "lost.bare")
        yield* moveTo(domain.expires_on, -8)
        yield* passDays(9)
        const leaving = yield* domainNow(owner, domain)
        assert.include(leaving.registry_statuses, "redemptionPeriod")
        assert.strictEqual(daysBetween(leaving.canceled_on, leaving.deleted_on), 5)
        yield* passDays(6)
        assert.isFalse(yield* isOwned(domain.name))
        const events = yield* eventsOf(owner, domain.domain_id)
        assert.deepStrictEqual(events.filter((event) => event.startsWith("DELETION")), [
          "DELETION/NOTIFICATION",
          "DELETION/SUCCESS"
        ])
        assert.notInclude(events, "OUTBOUND_TRANSFER/SUCCESS")
      }))
  })

  layer(platform)(`Names with the mode expire (${name})`, (it) => {
    it.effect("are notified 30, 7 and 1 days before, once each", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "noticed.com", { renewal_mode: "expire" })
        yield* moveTo(domain.expires_on, -32)
        yield* passQuietDays(32)
        const notices = (yield* eventListOf(owner, domain.domain_id)).filter(({ type }) => type === "RENEWAL")
        assert.deepStrictEqual(notices.map(({ event_data, subtype }) => [subtype, event_data.message]), [
          ["NOTIFICATION", "noticed.com expires in 30 days"],
          ["NOTIFICATION", "noticed.com expires in 7 days"],
          ["NOTIFICATION", "noticed.com expires in 1 day"]
        ])
      }))

    it.effect("are deleted at their expiry without a charge", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "ending.com", { renewal_mode: "expire" })
        yield* moveTo(domain.expires_on, -1)
        assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        yield* passDays(1)
        const leaving = yield* domainNow(owner, domain)
        assert.include(leaving.registry_statuses, "redemptionPeriod")
        assert.strictEqual(day((yield* atRegistry(domain))?.expires_on ?? null), day(domain.expires_on))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))

    it.effect("are deleted a day ahead if the registry would charge the year", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "endend.de", { renewal_mode: "expire" })
        yield* moveTo(domain.expires_on, -2)
        assert.notInclude((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        yield* passDays(1)
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 3.90"])
      }))

    it.effect("report a lock every day, and are deleted after it is removed", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "clinging.com", { renewal_mode: "expire" })
        yield* update(owner, domain, { statuses: ["clientDeleteProhibited"] })
        yield* moveTo(domain.expires_on)
        yield* passDays(2)
        assert.strictEqual(yield* eventCount(owner, domain, "DELETION/FAILURE"), 3)
        yield* update(owner, domain, { statuses: [] })
        yield* passDays(1)
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
      }))

    it.effect("are renewed if their owner changes the mode in time", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "reconsidered.com", { renewal_mode: "expire" })
        yield* moveTo(domain.expires_on, -3)
        yield* update(owner, domain, { renewal_mode: "renew" })
        yield* passDays(1)
        assert.strictEqual(yearsOf(yield* domainNow(owner, domain)), 2)
      }))
  })
}
