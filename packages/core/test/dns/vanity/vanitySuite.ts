import { assert, layer } from "@effect/vitest"
import { ActionQuotes } from "@namewright/core/approvals"
import { Wallets } from "@namewright/core/billing"
import { VanitySets, VanitySetStore, VanitySetZones, Zones, ZoneStore } from "@namewright/core/dns"
import { Hosts } from "@namewright/core/hosts"
import { Hostname, Instant } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  asOneRequest,
  balanceOf,
  type Customer,
  customer,
  pay,
  register,
  round
} from "../../domains/DomainsPlatform.ts"
import {
  activeSet,
  anycast,
  apexOf,
  chargesOfSet,
  comeIntoPlace,
  createSet,
  eventsOfSet,
  isGone,
  moveTo,
  setNow,
  setRequest,
  type vanityPlatformOn,
  zoneOf
} from "./VanityPlatform.ts"

const platformNameservers = {
  ns: ["ns1.namewright.test.", "ns2.namewright.test."],
  soa: ["ns1.namewright.test.", "hostmaster.namewright.test."],
  vanity_nameserver_set_id: null
}

/** Vanity nameserver sets over years, on one database. */
export const vanitySuite = (name: string, platform: ReturnType<typeof vanityPlatformOn>) => {
  layer(platform)(`The life of a vanity nameserver set (${name})`, (it) => {
    it.effect("begins once, however often the request is tried", () =>
      Effect.gen(function*() {
        const owner = yield* customer(10_000)
        const tried = yield* asOneRequest(createSet(owner, setRequest("tried.example")))
        const first = yield* tried
        assert.deepStrictEqual(yield* tried, first)
        assert.deepStrictEqual(yield* chargesOfSet(owner, first.set_id), ["create pending 49.00"])
      }))

    it.effect("is restored and charged once, however often the request is tried", () =>
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

    it.effect("goes from its creation over renewals, a suspension and a restoration to its end", () =>
      Effect.gen(function*() {
        const owner = yield* customer(10_000)
        const sets = yield* VanitySets
        const request = setRequest("walk.example")
        const { set_id, ...created } = yield* createSet(owner, request)
        assert.deepInclude(created, { status: "provisioning", is_default: false, expires_on: null })
        assert.deepStrictEqual(yield* chargesOfSet(owner, set_id), ["create pending 49.00"])
        yield* round
        assert.strictEqual((yield* setNow(set_id)).status, "provisioning")

        // The owner publishes the addresses; the next look finds them.
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
        assert.deepStrictEqual(yield* eventsOfSet(owner, set_id), [
          "PROVISION/SUCCESS",
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

    it.effect("ends after 72 hours without its names; the money stays aside until it is deleted", () =>
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

    it.effect("is looked after by one worker at a time, and paid once", () =>
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

  layer(platform)(`The names of a vanity nameserver set (${name})`, (it) => {
    it.effect("are put in place by the platform when the parent is in the account", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000)
        const domain = yield* register(owner, "ownbrand.com")
        const { set_id } = yield* createSet(owner, setRequest("ownbrand.com"))
        yield* round
        assert.strictEqual((yield* setNow(set_id)).status, "active")
        const zones = yield* Zones
        const { rrsets } = yield* owner.act(zones.get("ownbrand.com", []))
        const addresses = rrsets.filter(({ type }) => type === "A" || type === "AAAA")
        assert.deepStrictEqual(
          addresses.map(({ name: at, protected_reason, records, type }) =>
            [at, type, protected_reason, ...records.map(({ rdata }) => rdata)].join(" ")
          ),
          ["ns1", "ns2"].flatMap((label) => [
            `${label} A GENERIC 192.0.2.1 198.51.100.1`,
            `${label} AAAA GENERIC 2001:db8:1::1 2001:db8:2::1`
          ])
        )
        const hosts = yield* Hosts
        for (const label of ["ns1", "ns2"]) {
          const host = yield* owner.act(hosts.get(Hostname.make(`${label}.ownbrand.com`)))
          assert.deepStrictEqual([host.domain_id, host.status], [domain.domain_id, "active"])
          assert.sameMembers([...host.ip_addresses], anycast)
        }
        const sets = yield* VanitySets
        const report = yield* owner.act(sets.check({ set_id }))
        assert.deepStrictEqual([report.summary.state, report.checks.map(({ status }) => status)], [
          "ready",
          ["pass", "pass", "pass"]
        ])
        // The zone cannot go while the set is there, and the addresses cannot be changed.
        assert.strictEqual((yield* Effect.flip(owner.act(zones.remove("ownbrand.com"))))._tag, "ZoneInUse")
        const op = { op: "remove", rrset: { name: "ns1", type: "A" } } as const
        assert.strictEqual(
          (yield* Effect.flip(owner.act(zones.patchRrsets("ownbrand.com", { ops: [op] }))))._tag,
          "RrsetProtected"
        )
        yield* owner.act(sets.remove(set_id))
        yield* round
        assert.isTrue(yield* isGone(set_id))
        // Domains elsewhere may be delegated to the names: the addresses stay, and are the owner's.
        yield* owner.act(zones.patchRrsets("ownbrand.com", { ops: [op] }))
        yield* owner.act(zones.remove("ownbrand.com"))
        assert.lengthOf((yield* owner.act(hosts.get(Hostname.make("ns1.ownbrand.com")))).ip_addresses, 4)
      }))

    it.effect("take the place of other addresses in a zone that is there, and of those at the registry", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000)
        yield* register(owner, "moved.com")
        const records = [{ rdata: "203.0.113.5" }]
        yield* zoneOf(owner, "moved.com", { rrsets: [{ name: "ns1", type: "A", ttl: 300, records }] })
        const hosts = yield* Hosts
        const hostname = Hostname.make("ns1.moved.com")
        yield* owner.act(hosts.create({ hostname, ip_addresses: ["203.0.113.5"] as never }))
        const { set_id } = yield* createSet(owner, setRequest("moved.com"))
        yield* round
        assert.strictEqual((yield* setNow(set_id)).status, "active")
        assert.sameMembers([...(yield* owner.act(hosts.get(hostname))).ip_addresses], anycast)
        const store = yield* ZoneStore
        const zone = Option.getOrThrow(yield* store.find({ served: "moved.com." as never }))
        assert.strictEqual(zone.rrset_count, 4)
      }))

    it.effect("are refused below a name of another account, where a CNAME stands, and twice", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000)
        const other = yield* customer(100_000)
        yield* register(other, "theirs.com")
        yield* zoneOf(other, "hosted.example")
        yield* zoneOf(owner, "alias.example", {
          rrsets: [{ name: "ns2", type: "CNAME", ttl: 300, records: [{ rdata: "a.example." }] }]
        })
        const problemsOf = (parent: string, labels?: ReadonlyArray<string>) =>
          Effect.map(
            Effect.flip(createSet(owner, setRequest(parent, labels))),
            (error) => error._tag === "InvalidInput" ? error.issues.map(({ loc }) => loc.join(".")) : [error._tag]
          )
        const both = ["body.hostnames.0", "body.hostnames.1"]
        assert.deepStrictEqual(yield* problemsOf("theirs.com"), both)
        assert.deepStrictEqual(yield* problemsOf("hosted.example"), both)
        assert.deepStrictEqual(yield* problemsOf("alias.example"), ["body.hostnames.1"])
        assert.deepStrictEqual(yield* problemsOf("double.example", ["ns1", "ns1"]), ["body.hostnames.1"])
        yield* createSet(owner, setRequest("once.example", ["ns1", "ns2"]))
        assert.deepStrictEqual(yield* problemsOf("once.example", ["ns3", "ns1"]), ["body.hostnames.1"])
        assert.strictEqual(
          (yield* (yield* VanitySetStore).list(owner.organization_id, { page: 1, page_size: 10 })).total,
          1
        )
        assert.strictEqual(yield* balanceOf(owner), 100_000 - 4900)
      }))

    it.effect("of a parent elsewhere are watched and not touched", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000)
        const request = setRequest()
        const { set_id } = yield* createSet(owner, request)
        yield* round
        const sets = yield* VanitySets
        const before = yield* owner.act(sets.check({ set_id }))
        assert.deepStrictEqual([before.summary.state, before.checks.map(({ id }) => id)], [
          "action_required",
          ["ns_a_records", "registry_glue_visible"]
        ])
        yield* comeIntoPlace(request)
        yield* TestClock.adjust(Duration.minutes(5))
        yield* round
        assert.strictEqual((yield* owner.act(sets.check({ set_id }))).summary.state, "propagating")
        const store = yield* ZoneStore
        assert.isTrue(Option.isNone(yield* store.find({ served: `${request.parent_domain_name}.` as never })))
      }))
  })

  layer(platform)(`The zones of a vanity nameserver set (${name})`, (it) => {
    it.effect("are given to it and taken from it one by one, and keep it from being deleted", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000)
        const sets = yield* VanitySets
        const zones = yield* VanitySetZones
        const first = yield* activeSet(owner)
        const second = yield* activeSet(owner)
        assert.isFalse(second.is_default)
        yield* zoneOf(owner, "one.example")
        yield* zoneOf(owner, "two.example", { vanity_nameserver_set_id: null })
        assert.deepStrictEqual(yield* apexOf(owner, "two.example"), platformNameservers)
        yield* owner.act(zones.assign("two.example", { vanity_nameserver_set_id: second.set_id }))
        assert.deepStrictEqual(
          (yield* apexOf(owner, "two.example")).ns,
          second.nameservers.map(({ hostname }) => `${hostname}.`)
        )
        const shown = yield* owner.act(sets.zones(second.set_id, { page: 1, page_size: 10 }))
        assert.deepStrictEqual(shown.items.map(({ name: zone }) => zone), ["two.example."])

        assert.strictEqual((yield* Effect.flip(owner.act(sets.remove(second.set_id))))._tag, "VanitySetInUse")
        yield* owner.act(zones.assign("one.example", { vanity_nameserver_set_id: null }))
        assert.strictEqual((yield* Effect.flip(owner.act(sets.remove(first.set_id))))._tag, "DefaultVanitySet")
        yield* owner.act(sets.makeDefault(second.set_id))
        assert.isFalse((yield* setNow(first.set_id)).is_default)
        yield* owner.act(sets.remove(first.set_id))
        yield* round
        assert.isTrue(yield* isGone(first.set_id))
        assert.deepStrictEqual(yield* owner.act(sets.clearDefault), { cleared: true })
        assert.deepStrictEqual(yield* owner.act(sets.clearDefault), { cleared: false })
      }))

    it.effect("belong to the organization of the set", () =>
      Effect.gen(function*() {
        const owner = yield* customer(100_000)
        const other = yield* customer(100_000)
        const set = yield* activeSet(owner)
        yield* zoneOf(other, "foreign.example")
        const zones = yield* VanitySetZones
        const given = { vanity_nameserver_set_id: set.set_id }
        assert.strictEqual(
          (yield* Effect.flip(other.act(zones.assign("foreign.example", given))))._tag,
          "VanitySetNotFound"
        )
        assert.strictEqual((yield* Effect.flip(owner.act(zones.assign("foreign.example", given))))._tag, "ZoneNotFound")
        assert.strictEqual(
          (yield* Effect.flip(other.act((yield* VanitySets).get(set.set_id))))._tag,
          "VanitySetNotFound"
        )
      }))
  })

  layer(platform)(`What a call about a vanity nameserver set would charge (${name})`, (it) => {
    it.effect("is what its creation and its restoration charge", () =>
      Effect.gen(function*() {
        const owner = yield* customer(10_000)
        const sets = yield* VanitySets
        const request = setRequest("quoted.example")
        const before = yield* balanceOf(owner)
        const created = yield* quoteOf(owner, "createVanitySet", {}, request)
        const { set_id } = yield* createSet(owner, request)
        assert.strictEqual(before - (yield* balanceOf(owner)), created)

        yield* comeIntoPlace(request)
        yield* TestClock.adjust("5 minutes")
        yield* round
        const refused = yield* Effect.flip(quoteOf(owner, "restoreVanitySet", { set_id }, undefined))
        assert.include(refused, { code: "ERROR_VANITY_NS_STATE" })

        yield* moveTo((yield* setNow(set_id)).renew_scheduled_at)
        const renewed = yield* setNow(set_id)
        for (let day = -7; day <= 0; day++) yield* moveTo(renewed.expires_on, day)
        yield* pay(owner, 10_000)
        const restored = yield* quoteOf(owner, "restoreVanitySet", { set_id }, undefined)
        const paid = yield* balanceOf(owner)
        yield* owner.act(sets.restore(set_id))
        assert.strictEqual(paid - (yield* balanceOf(owner)), restored)
      }))

    it.effect("is refused where the call would be", () =>
      Effect.gen(function*() {
        const owner = yield* customer(10_000)
        const outside = {
          ...setRequest("outside.example"),
          hostnames: ["ns1.elsewhere.example", "ns2.outside.example"]
        }
        const refused = yield* Effect.flip(quoteOf(owner, "createVanitySet", {}, outside))
        assert.strictEqual(refused._tag, "InvalidInput")
      }))
  })
}

const quoteOf = Effect.fnUntraced(
  function*(owner: Customer, operation_id: string, path_params: Record<string, string>, body: unknown) {
    const quotes = yield* ActionQuotes
    const quoted = yield* owner.act(quotes.quote({ operation_id, path_params, query: {}, body }))
    return Option.match(quoted, { onNone: () => 0, onSome: ({ amount }) => amount })
  }
)
