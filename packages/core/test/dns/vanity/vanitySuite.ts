import { assert, layer } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { VanitySets, VanitySetZones } from "@namewright/core/dns"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { asOneRequest, balanceOf, customer, pay, round } from "../../domains/DomainsPlatform.ts"
import {
  activeSet,
  apexOf,
  chargesOfSet,
  comeIntoPlace,
  createSet,
  eventsOfSet,
  isGone,
  moveTo,
  platformNameservers,
  setNow,
  setRequest,
  type vanityPlatformOn,
  zoneOf
} from "./VanityPlatform.ts"

/** The life of vanity nameserver sets over years, on one database. */
export const vanitySuite = (name: string, platform: ReturnType<typeof vanityPlatformOn>) => {
  layer(platform)(`The life of a vanity nameserver set (${name})`, (it) => {
    it.effect("begins once for repeated requests", () =>
      Effect.gen(function*() {
        const owner = yield* customer(10_000)
        const tried = yield* asOneRequest(createSet(owner, setRequest("tried.example")))
        const first = yield* tried
        assert.deepStrictEqual(yield* tried, first)
        assert.deepStrictEqual(yield* chargesOfSet(owner, first.set_id), ["create pending 49.00"])
      }))

    it.effect("is restored and charged once for repeated requests", () =>
      Effect.gen(function*() {
        const owner = yield* customer(4900)
        const sets = yield* VanitySets
        const { expires_on, set_id } = yield* activeSet(owner)
        yield* moveTo(expires_on)
        assert.strictEqual((yield* setNow(set_id)).status, "suspended")
        const tried = yield* asOneRequest(owner.act(sets.restore(set_id)))
        assert.strictEqual((yield* Effect.flip(tried))._tag, "InsufficientFunds")
        yield* pay(owner, 20_000)
        const restored = yield* tried
        assert.deepStrictEqual(yield* tried, restored)
        assert.strictEqual(yield* balanceOf(owner), 20_000 - 2900 - 4900)
        assert.strictEqual((yield* Effect.flip(owner.act(sets.restore(set_id))))._tag, "VanitySetStateForbids")
      }))

    it.effect("covers creation, renewals, a suspension, a restoration and the end", () =>
      Effect.gen(function*() {
        const owner = yield* customer(10_000)
        const sets = yield* VanitySets
        const request = setRequest("walk.example")
        const { set_id, ...created } = yield* createSet(owner, request)
        assert.deepInclude(created, { status: "provisioning", is_default: false, expires_on: null })
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create pending 49.00"])
        yield* round
        assert.strictEqual((yield* setNow(set_id)).status, "provisioning")

        // The owner publishes the addresses; the next check finds them.
        yield* comeIntoPlace(request)
        yield* TestClock.adjust("5 minutes")
        yield* round
        const first = yield* setNow(set_id)
        assert.deepInclude(first, { status: "active", is_default: true })
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create succeeded 49.00"])
        const branded = {
          ns: ["ns1.walk.example.", "ns2.walk.example."],
          soa: ["ns1.walk.example.", "hostmaster.walk.example."],
          vanity_nameserver_set_id: set_id
        }
        yield* zoneOf(owner, "walker.example")
        assert.deepStrictEqual(yield* apexOf(owner, "walker.example"), branded)

        yield* moveTo(first.renew_scheduled_at)
        const second = yield* setNow(set_id)
        assert.deepStrictEqual(second.expires_on, DateTime.add(first.expires_on ?? assert.fail(), { years: 1 }))
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create succeeded 49.00", "renew succeeded 49.00"])
        assert.strictEqual(yield* balanceOf(owner), 200)

        // The money is over: a try on each day of the last week, and then the suspension.
        for (let day = -7; day <= 0; day++) yield* moveTo(second.expires_on, day)
        const suspended = yield* setNow(set_id)
        assert.deepInclude(suspended, { status: "suspended", is_default: false, renew_scheduled_at: null })
        assert.deepStrictEqual(yield* apexOf(owner, "walker.example"), branded)
        const zones = yield* VanitySetZones
        const refused = yield* Effect.flip(
          owner.act(zones.assign("walker.example", { vanity_nameserver_set_id: set_id }))
        )
        assert.strictEqual(refused._tag, "VanitySetNotActive")
        yield* zoneOf(owner, "plain.example")
        assert.deepStrictEqual(yield* apexOf(owner, "plain.example"), platformNameservers)
        assert.strictEqual((yield* Effect.flip(owner.act(sets.restore(set_id))))._tag, "InsufficientFunds")
        assert.strictEqual((yield* setNow(set_id)).status, "suspended")

        yield* pay(owner, 10_000)
        yield* moveTo(second.expires_on, 20)
        const restored = yield* owner.act(sets.restore(set_id))
        assert.deepInclude(restored, { status: "active", is_default: false, grace_period_ends_at: null })
        assert.deepStrictEqual(restored.expires_on, DateTime.add(second.expires_on ?? assert.fail(), { years: 1 }))
        assert.deepStrictEqual((yield* chargesOfSet(owner, set_id)).slice(2), [
          "restore succeeded 29.00",
          "renew succeeded 49.00"
        ])

        // Its owner lets it go: 30 days after the end of the year everything is the platform's again.
        yield* owner.act(sets.update(set_id, { renewal_mode: "expire" }))
        yield* moveTo(restored.expires_on, -7)
        yield* moveTo(restored.expires_on)
        yield* moveTo(restored.expires_on, 29)
        assert.deepStrictEqual(yield* apexOf(owner, "walker.example"), branded)
        yield* moveTo(restored.expires_on, 30)
        assert.isTrue(yield* isGone(set_id))
        assert.deepStrictEqual(yield* apexOf(owner, "walker.example"), platformNameservers)
        // The first event is more than two years old, and no longer kept.
        assert.deepStrictEqual(yield* eventsOfSet(owner, set_id), [
          ...Array.from({ length: 7 }, () => "SUSPENSION/NOTIFICATION"),
          "SUSPENSION/SUCCESS",
          "RESTORATION/SUCCESS",
          "SUSPENSION/NOTIFICATION",
          "SUSPENSION/SUCCESS",
          "TERMINATION/SUCCESS"
        ])
        assert.strictEqual(yield* balanceOf(owner), 200 + 10_000 - 7800)
        assert.deepStrictEqual(yield* (yield* Wallets).audit, [])
      }))

    it.effect("fails after 72 hours without its names; the money stays reserved until it is deleted", () =>
      Effect.gen(function*() {
        const owner = yield* customer(10_000)
        const sets = yield* VanitySets
        const request = setRequest()
        yield* comeIntoPlace(request, ["203.0.113.9"])
        const started = yield* Instant.now
        const { set_id } = yield* createSet(owner, request)
        yield* round
        yield* moveTo(DateTime.add(started, { hours: 71, minutes: 59 }))
        assert.strictEqual((yield* setNow(set_id)).status, "provisioning")
        yield* moveTo(DateTime.add(started, { hours: 72 }))
        assert.deepInclude(yield* setNow(set_id), { status: "failed", next_action_on: null })
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create pending 49.00"])

        yield* owner.act(sets.retry(set_id))
        assert.strictEqual((yield* Effect.flip(owner.act(sets.retry(set_id))))._tag, "VanitySetStateForbids")
        yield* round
        yield* moveTo(DateTime.add(started, { hours: 144 }))
        assert.strictEqual((yield* setNow(set_id)).status, "failed")
        assert.strictEqual((yield* owner.act(sets.remove(set_id))).status, "deleting")
        yield* round
        assert.isTrue(yield* isGone(set_id))
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create canceled 49.00"])
        assert.strictEqual(yield* balanceOf(owner), 10_000)
        assert.deepStrictEqual(yield* eventsOfSet(owner, set_id), [
          "PROVISION/FAILURE",
          "PROVISION/FAILURE",
          "TERMINATION/SUCCESS"
        ])
        assert.deepStrictEqual(yield* (yield* Wallets).audit, [])
      }))

    it.effect("is not renewed while the organization is inactive, and suspended at the end of its term", () =>
      Effect.gen(function*() {
        const { changeTerms } = yield* OrganizationOperations
        const owner = yield* customer(100_000)
        const { expires_on, renew_scheduled_at, set_id } = yield* activeSet(owner)
        yield* changeTerms(owner.organization_id, { status: "inactive" })
        yield* moveTo(renew_scheduled_at)
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create succeeded 49.00"])
        assert.strictEqual((yield* setNow(set_id)).status, "active")
        yield* moveTo(expires_on)
        assert.strictEqual((yield* setNow(set_id)).status, "suspended")
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create succeeded 49.00"])
      }))

    it.effect("is renewed once the organization is active again", () =>
      Effect.gen(function*() {
        const { changeTerms } = yield* OrganizationOperations
        const owner = yield* customer(100_000)
        const { expires_on, renew_scheduled_at, set_id } = yield* activeSet(owner)
        yield* changeTerms(owner.organization_id, { status: "inactive" })
        yield* moveTo(renew_scheduled_at)
        yield* changeTerms(owner.organization_id, { status: "active" })
        yield* moveTo(expires_on)
        assert.strictEqual((yield* setNow(set_id)).status, "active")
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create succeeded 49.00", "renew succeeded 49.00"])
      }))

    it.effect("is processed by one worker at a time, and charged once", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000)
        const set = yield* activeSet(owner)
        yield* TestClock.setTime(DateTime.toEpochMillis(set.renew_scheduled_at ?? assert.fail()))
        yield* Effect.all([round, round, round], { concurrency: 3 })
        assert.deepStrictEqual(yield* chargesOfSet(owner, set.set_id), [
          "create succeeded 49.00",
          "renew succeeded 49.00"
        ])
      }))
  })
}
