import { assert, layer } from "@effect/vitest"
import { ActionQuotes } from "@namewright/core/approvals"
import { VanitySets, VanitySetStore, VanitySetZones, Zones, ZoneStore } from "@namewright/core/dns"
import { Hosts } from "@namewright/core/hosts"
import { Hostname } from "@namewright/core/shared"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { balanceOf, type Customer, customer, pay, register, round } from "../../domains/DomainsPlatform.ts"
import {
  activeSet,
  anycast,
  apexOf,
  comeIntoPlace,
  createSet,
  isGone,
  moveTo,
  platformNameservers,
  setNow,
  setRequest,
  type vanityPlatformOn,
  zoneOf
} from "./VanityPlatform.ts"

/** Names, zones and charges of vanity nameserver sets, on one database. */
export const vanityNamesSuite = (name: string, platform: ReturnType<typeof vanityPlatformOn>) => {
  layer(platform)(`The names of a vanity nameserver set (${name})`, (it) => {
    it.effect("are created by the platform if the parent is in the account", () =>
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

    it.effect("replace other addresses in an existing zone and at the registry", () =>
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

    it.effect("are refused below a name of another account, at a CNAME, and twice", () =>
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

    it.effect("below a parent elsewhere are only observed", () =>
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
    it.effect("are assigned and removed one by one, and prevent its deletion", () =>
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

    it.effect("is refused if the call would be refused", () =>
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
