import { Period } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import * as assert from "../drivers/assert.ts"
import {
  createdOf,
  dayOf,
  exists,
  expiryOf,
  hasStatus,
  info,
  lacksStatus,
  messagesAbout,
  newName,
  refused,
  register,
  remove,
  renew,
  requestTransfer,
  restore,
  sameInstant
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

/** Renewal and expiry. */
export const renewContract = (it: RegistryTest) => {
  renewals(it)
  expiries(it)
}

const renewals = (all: RegistryTest) => {
  const it = all.needs("renewDomain")
  it.needs("infoDomain", "createDomain").effect("renews for a year", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const before = yield* register(generic)
      const renewed = yield* renew(generic, before.name)
      const after = yield* info(generic, before.name)
      sameInstant(expiryOf(after), Period.addTo(expiryOf(before), Period.years(1)))
      if (renewed.expires_on !== null) sameInstant(renewed.expires_on, expiryOf(after))
      assert.strictEqual(after.roid, before.roid)
    }))

  it.effect("refuses to renew a missing domain", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      yield* refused(renew(generic, yield* newName("generic"), { day: "2030-01-01" }), "objectMissing")
    }))

  it.needs("infoDomain", "createDomain", "terms", "gracePeriods").effect(
    "renews for the requested term",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const before = yield* register(generic)
        const renewed = yield* renew(generic, before.name, { period: Period.years(3) })
        const after = yield* info(generic, before.name)
        sameInstant(expiryOf(after), Period.addTo(expiryOf(before), Period.years(3)))
        sameInstant(renewed.expires_on, expiryOf(after))
        hasStatus(after, "renewPeriod", "addPeriod")
      })
  )

  it.needs("infoDomain", "createDomain").effect(
    "refuses a renewal with another expiry than the domain's, so that a repeat renews once",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { expires_on, name } = yield* register(generic)
        assert.isNotNull(expires_on)
        const day = dayOf(expires_on)
        const wrong = dayOf(DateTime.add(expires_on, { days: 1 }))
        yield* refused(renew(generic, name, { day: wrong }), "notEligible", "policy", "parameter")
        yield* renew(generic, name, { day })
        yield* refused(renew(generic, name, { day }), "notEligible", "policy", "parameter")
        sameInstant(expiryOf(yield* info(generic, name)), Period.addTo(expires_on, Period.years(1)))
      })
  )

  it.needs("infoDomain", "createDomain", "terms").effect(
    "limits the term to ten years from now",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* refused(renew(generic, name, { period: Period.years(10) }), "notEligible", "policy", "parameter")
        yield* renew(generic, name, { period: Period.years(9) })
        const domain = yield* info(generic, name)
        sameInstant(expiryOf(domain), Period.addTo(createdOf(domain), Period.years(10)))
        yield* refused(renew(generic, name), "notEligible", "policy", "parameter")
      })
  )

  it.needs("infoDomain", "createDomain", "requestTransfer", "rival", "authCodes", "pendingTransfers").effect(
    "refuses renewals of another registrar's domain, and during a transfer",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const { expires_on, name } = yield* register(ours.generic)
        assert.isNotNull(expires_on)
        yield* refused(renew(theirs.generic, name, { day: dayOf(expires_on) }), "notSponsor")
        yield* requestTransfer(theirs.generic, name)
        yield* refused(renew(ours.generic, name), "statusProhibits", "notEligible")
      })
  )

  it.needs("infoDomain", "createDomain", "clock", "gracePeriods").effect(
    "shows concurrent grace periods, each until its end",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { name } = yield* register(generic)
        yield* advance("2 days")
        yield* renew(generic, name)
        hasStatus(yield* info(generic, name), "addPeriod", "renewPeriod")
        yield* advance(`${3 * 86_400 - 1} seconds`)
        hasStatus(yield* info(generic, name), "addPeriod", "renewPeriod")
        yield* advance("1 second")
        const later = yield* info(generic, name)
        hasStatus(later, "renewPeriod")
        lacksStatus(later, "addPeriod")
        yield* advance("2 days")
        lacksStatus(yield* info(generic, name), "renewPeriod")
      })
  )
}

const expiries = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "clock")
  it.needs("nextMessage", "acknowledgeMessage", "automaticRenewals", "gracePeriods").effect(
    "renews automatically at the end of the term, with a grace period",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const before = yield* register(generic)
        yield* advance("366 days")
        const after = yield* info(generic, before.name)
        const expires_on = Period.addTo(expiryOf(before), Period.years(1))
        sameInstant(expiryOf(after), expires_on)
        hasStatus(after, "autoRenewPeriod")
        assert.deepStrictEqual(yield* messagesAbout(generic, before.name), [
          { _tag: "Renewed", name: before.name, expires_on }
        ])
        yield* advance("46 days")
        lacksStatus(yield* info(generic, before.name), "autoRenewPeriod")
      })
  )

  it.needs("nextMessage", "acknowledgeMessage", "automaticRenewals").effect(
    "renews at the end of every term without commands, with one message each",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const { expires_on, name } = yield* register(generic)
        assert.isNotNull(expires_on)
        yield* advance(`${3 * 366} days`)
        const messages = yield* messagesAbout(generic, name)
        assert.deepStrictEqual(
          messages.map((payload) => payload._tag === "Renewed" && dayOf(payload.expires_on)),
          [1, 2, 3].map((years) => dayOf(Period.addTo(expires_on, Period.years(years))))
        )
        assert.deepStrictEqual(yield* messagesAbout(generic, name), [])
      })
  )

  it.needs("deleteDomain", "automaticRenewals", "gracePeriods", "redemption").effect(
    "undoes the automatic renewal when the domain is deleted in its grace period",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const before = yield* register(generic)
        yield* advance("370 days")
        yield* remove(generic, before.name)
        const deleted = yield* info(generic, before.name)
        hasStatus(deleted, "redemptionPeriod")
        sameInstant(expiryOf(deleted), expiryOf(before))
      })
  )

  it.needs("deleteDomain", "restoreDomain", "automaticRenewals", "gracePeriods", "redemption").effect(
    "adds the year of an expired term when the domain is restored",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic } } = yield* RegistryUnderTest
        const before = yield* register(generic)
        yield* advance("370 days")
        yield* remove(generic, before.name)
        yield* restore(generic, before.name)
        sameInstant(expiryOf(yield* info(generic, before.name)), Period.addTo(expiryOf(before), Period.years(1)))
      })
  )

  it.needs("nextMessage", "acknowledgeMessage", "contractTlds").effect(
    "deletes a domain after its grace period without automatic renewal",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { country } } = yield* RegistryUnderTest
        const { name } = yield* register(country, { name: yield* newName("country") })
        yield* advance("380 days")
        lacksStatus(yield* info(country, name), "pendingDelete", "autoRenewPeriod")
        yield* advance("20 days")
        hasStatus(yield* info(country, name), "redemptionPeriod", "pendingDelete")
        assert.deepStrictEqual((yield* messagesAbout(country, name)).map(({ _tag }) => _tag), ["ChangedByRegistry"])
      })
  )

  it.needs("renewDomain", "contractTlds").effect(
    "renews an expired domain in its grace period",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { country } } = yield* RegistryUnderTest
        const before = yield* register(country, { name: yield* newName("country") })
        yield* advance("380 days")
        yield* renew(country, before.name)
        sameInstant(expiryOf(yield* info(country, before.name)), Period.addTo(expiryOf(before), Period.years(1)))
      })
  )

  it.needs("nextMessage", "acknowledgeMessage", "contractTlds").effect(
    "makes a name available at its expiry without grace period and redemption",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { country } } = yield* RegistryUnderTest
        const { name } = yield* register(country, { name: yield* newName("released") })
        yield* advance("367 days")
        assert.deepStrictEqual(yield* messagesAbout(country, name), [{ _tag: "Purged", name }])
        assert.isFalse(yield* exists(country, name))
      })
  )
}
