import { assert, layer } from "@effect/vitest"
import type { PlatformServices } from "@namewright/core/embed"
import { RegistrySimulator } from "@namewright/core/registry"
import { Effect, type Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import { remove, renew, restore, settled, update } from "./domainRequests.ts"
import {
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  day,
  daysBetween,
  domainNow,
  isOwned,
  moveTo,
  openIntents,
  passDays,
  passQuietDays,
  pay,
  register,
  requestAway,
  round,
  transferIn
} from "./DomainsPlatform.ts"

/** Domain with a renewal by its registry that was paid afterwards. */
const renewedByRegistry = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* register(owner, name)
  yield* update(owner, domain, { statuses: ["clientRenewProhibited"] })
  yield* moveTo(domain.expires_on)
  yield* update(owner, domain, { statuses: [] })
  return yield* domainNow(owner, domain)
})

/** Number of reported differences at all registries. */
export const alerts = Effect.map(
  Metric.snapshot,
  (metrics) =>
    metrics.filter(({ id }) => id === "registry_credit_differences_total")
      .reduce((sum, { state }) => sum + ("count" in state ? Number(state.count) : 0), 0)
)

export const refundSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Refunds of deletions (${name})`, (it) => {
    it.effect("cover the registration and every renewal of a name that is released at once", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "both.com")
        yield* renew(owner, domain)
        yield* TestClock.adjust("1 day")
        yield* renew(owner, domain, { period: { unit: "y", value: 2 } })
        yield* TestClock.adjust("3 days")
        yield* remove(owner, domain)
        assert.isFalse(yield* isOwned(domain.name))
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create canceled 9.50",
          "renew canceled 9.90",
          "renew canceled 19.80"
        ])
        assert.strictEqual(yield* balanceOf(owner), 100_000)
      }))

    it.effect("cover a renewal of a name that enters redemption, and not the registration", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "late-renewal.com")
        yield* renew(owner, domain)
        yield* passDays(4)
        yield* remove(owner, domain)
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew canceled 9.90"])
        assert.strictEqual(yield* balanceOf(owner), 100_000 - 950)
      }))

    it.effect("cover the renewals whose grace period runs", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "several.com")
        yield* renew(owner, domain)
        yield* passDays(4)
        yield* renew(owner, domain, { period: { unit: "y", value: 2 } })
        yield* passDays(2)
        yield* remove(owner, domain)
        assert.deepStrictEqual(yield* chargesOf(owner), [
          "create succeeded 9.50",
          "renew succeeded 9.90",
          "renew canceled 19.80"
        ])
      }))

    it.effect("cover nothing once every grace period is over", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "over.com")
        yield* renew(owner, domain)
        yield* passDays(5)
        yield* remove(owner, domain)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
      }))

    it.effect("cover a renewal by the registry, and the term is undone", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* renewedByRegistry(owner, "by-itself.com")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
        yield* passQuietDays(40)
        yield* remove(owner, domain)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew canceled 9.90"])
        const expiry = (yield* domainNow(owner, domain)).expires_on
        assert.approximately(daysBetween(expiry, domain.expires_on), 365, 1)
      }))

    it.effect("do not cover the registry's renewal after 45 days", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* renewedByRegistry(owner, "by-itself-over.com")
        yield* passQuietDays(46)
        yield* remove(owner, domain)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
      }))

    it.effect("cover a transfer within its grace period", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const pending = yield* transferIn(owner, "came.slow")
        yield* passDays(5)
        const arrived = yield* domainNow(owner, pending)
        assert.include(arrived.registry_statuses, "transferPeriod")
        yield* passDays(4)
        yield* remove(owner, arrived)
        assert.deepStrictEqual(yield* chargesOf(owner), ["transfer canceled 29.90"])
        const late = yield* transferIn(owner, "came-late.slow")
        yield* passDays(11)
        yield* remove(owner, late)
        assert.deepStrictEqual(yield* chargesOf(owner, late.name), ["transfer succeeded 29.90"])
      }))

    it.effect("never cover a restore, nor a renewal by the registry with it", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "restored.com")
        yield* renew(owner, domain)
        yield* remove(owner, domain)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew canceled 9.90"])
        yield* restore(owner, domain)
        yield* passDays(1)
        yield* remove(owner, domain)
        assert.deepStrictEqual((yield* chargesOf(owner)).slice(2), ["restore succeeded 75.00", "renew succeeded 9.90"])
      }))

    it.effect("are made once although the response to the deletion is lost", () =>
      Effect.gen(function*() {
        const { faults } = yield* RegistrySimulator
        for (const fault of ["cutBefore", "cutAfter"] as const) {
          const owner = yield* customer()
          const domain = yield* register(owner, `${fault.toLowerCase()}-answer.com`)
          yield* renew(owner, domain)
          yield* faults.inject({ method: "deleteDomain", fault, object: domain.name })
          yield* remove(owner, domain)
          assert.deepStrictEqual(yield* openIntents(domain), [])
          assert.strictEqual(yield* balanceOf(owner), 100_000, fault)
        }
      }))

    it.effect("cover the registry's renewal of a name that another registrar takes over", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* renewedByRegistry(owner, "left.slow")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 24.90", "renew succeeded 29.90"])
        yield* requestAway(domain)
        yield* passDays(6)
        assert.isFalse(yield* isOwned(domain.name))
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 24.90", "renew canceled 29.90"])
      }))

    it.effect("are not lost if an unpaid renewal is paid during the deletion", () =>
      Effect.gen(function*() {
        const { faults } = yield* RegistrySimulator
        const owner = yield* customer(950)
        const domain = yield* register(owner, "owed-and-deleted.com")
        yield* moveTo(domain.expires_on, 1)
        yield* pay(owner, 10_000)
        yield* faults.inject({ method: "deleteDomain", fault: "cutAfter", object: domain.name })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: domain.name, times: 3 })
        assert.strictEqual((yield* Effect.flip(remove(owner, domain)))._tag, "RegistryUnavailable")
        assert.strictEqual((yield* Effect.flip(renew(owner, domain)))._tag, "OperationInProgress")
        yield* faults.clear
        yield* TestClock.adjust("1 minute")
        yield* round
        assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        assert.strictEqual(day((yield* domainNow(owner, domain)).expires_on), day(domain.expires_on))
      }))
  })
}
