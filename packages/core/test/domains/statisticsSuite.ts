import { assert, layer } from "@effect/vitest"
import { OutboundTransfers, Statistics, type StatisticsRequest, type StatisticsTotals } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { remove, renew, restore, settled } from "./domainRequests.ts"
import {
  type Customer,
  customer,
  domainNow,
  passManyDays,
  register,
  requestAway,
  round,
  suborganization,
  transferIn
} from "./DomainsPlatform.ts"

/** Statistics of the last 400 days. */
const statisticsOf = Effect.fnUntraced(function*(owner: Customer, request: Partial<StatisticsRequest> = {}) {
  const { read } = yield* Statistics
  const now = yield* Instant.now
  const start_date = DateTime.formatIsoDateUtc(DateTime.subtract(now, { days: 399 }))
  return yield* owner.act(read({ start_date, end_date: DateTime.formatIsoDateUtc(now), ...request }))
})

/** Counts that are not 0, each by its first name. */
const shown = (totals: Omit<StatisticsTotals, "total">) =>
  Object.fromEntries(
    (["create", "transfer", "delete", "transfer_out", "renew", "restore", "net"] as const)
      .flatMap((name) => totals[name] === 0 ? [] : [[name, totals[name]]])
  )

/** Counts of the last days; they are the same after the events are counted again. */
const countsOf = Effect.fnUntraced(function*(owner: Customer, request: Partial<StatisticsRequest> = {}) {
  const before = yield* statisticsOf(owner, request)
  yield* (yield* Statistics).recount
  assert.deepStrictEqual(yield* statisticsOf(owner, request), before)
  return before
})

export const statisticsSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Statistics of domains (${name})`, (it) => {
    it.effect("count a registration, and not one that fails", () =>
      Effect.gen(function*() {
        const owner = yield* customer(950)
        yield* register(owner, "counted-once.com")
        yield* Effect.flip(register(owner, "counted-never.com"))
        const { breakdown, totals } = yield* countsOf(owner, { breakdown: "tld" })
        assert.deepStrictEqual(shown(totals), { create: 1, net: 1 })
        assert.deepStrictEqual(breakdown.map(({ key, total }) => [key, total]), [["com", 1]])
      }))

    it.effect("count a domain once on a day, however often it is renewed", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "renewed-often.com")
        const again = (of: typeof domain) => renew(owner, of, { period: { unit: "y", value: 1 } })
        yield* again(yield* again(domain))
        assert.deepStrictEqual(shown((yield* countsOf(owner)).totals), { create: 1, renew: 1, net: 1 })
        yield* TestClock.adjust("1 day")
        yield* again(yield* domainNow(owner, domain))
        const { buckets, totals } = yield* countsOf(owner)
        assert.deepStrictEqual(shown(totals), { create: 1, renew: 2, net: 1 })
        assert.deepStrictEqual(buckets.slice(-2).map(({ renew }) => renew), [1, 1])
      }))

    it.effect("count a deletion when the domain leaves the portfolio, and a restore before it", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* settled(owner, "deleted-late.com")
        yield* remove(owner, domain)
        assert.deepStrictEqual(shown((yield* countsOf(owner)).totals), { create: 1, net: 1 })
        yield* restore(owner, domain)
        assert.deepStrictEqual(shown((yield* countsOf(owner)).totals), { create: 1, restore: 1, net: 1 })
        yield* passManyDays(40, 0)
        yield* remove(owner, domain)
        yield* passManyDays(40)
        assert.deepInclude(shown((yield* countsOf(owner)).totals), { create: 1, restore: 1, delete: 1 })
      }))

    it.effect("count transfers in and out", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const leaving = yield* register(owner, "counted-leaving.slow")
        yield* requestAway(leaving)
        yield* round
        const { decide } = yield* OutboundTransfers
        yield* owner.act(decide(leaving.domain_id, { action: "approve" }))
        yield* round
        yield* transferIn(owner, "counted-coming.swift")
        const { breakdown, totals } = yield* countsOf(owner, { breakdown: "tld" })
        assert.deepStrictEqual(shown(totals), { create: 1, transfer: 1, transfer_out: 1, net: 1 })
        assert.deepStrictEqual(breakdown.map((one) => [one.key, one.create, one.transfer, one.transfer_out]), [
          ["slow", 1, 0, 1],
          ["swift", 0, 1, 0]
        ])
      }))

    it.effect("count suborganizations on request only", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const branch = yield* suborganization(owner)
        yield* register(branch, "of-the-branch.com")
        yield* register(branch, "of-the-branch.net")
        yield* register(owner, "of-the-parent.com")
        const own = yield* countsOf(owner, { breakdown: "organization" })
        assert.deepStrictEqual(own.breakdown.map(({ key, label, total }) => [key, label, total]), [
          [owner.organization_id, "Example", 1]
        ])
        const family = yield* countsOf(owner, { breakdown: "organization", include_sub_organizations: true })
        assert.strictEqual(family.totals.total, 3)
        assert.deepStrictEqual(family.breakdown.map(({ key, label, total }) => [key, label, total]), [
          [branch.organization_id, "Branch", 2],
          [owner.organization_id, "Example", 1]
        ])
        assert.strictEqual((yield* countsOf(branch, { include_sub_organizations: true })).totals.total, 2)
        const limited = yield* countsOf(owner, {
          breakdown: "tld",
          include_sub_organizations: true,
          breakdown_limit: 1
        })
        assert.deepStrictEqual(limited.breakdown.map(({ key, total }) => [key, total]), [["com", 2]])
        const chosen = yield* countsOf(owner, { tld: ["net"], include_sub_organizations: true })
        assert.strictEqual(chosen.totals.total, 1)
      }))
  })
}
