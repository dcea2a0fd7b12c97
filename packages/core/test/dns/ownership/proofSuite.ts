import { assert, layer } from "@effect/vitest"
import { DnsName, newVanitySetId, VanitySetStore, Zones, ZoneStore } from "@namewright/core/dns"
import { Hostname } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Customer, customer, round } from "../../domains/DomainsPlatform.ts"
import { vanitySetOf } from "../vanity/vanitySetOf.ts"
import {
  answering,
  claim,
  type claimsPlatformOn,
  createZone,
  named,
  nextDay,
  numberedNames,
  ownershipOf,
  restate,
  timesAsked,
  write,
  zoneOf
} from "./ClaimsPlatform.ts"

const newName = numberedNames("proof")

/** Proofs by vanity sets and by zones above that are served here, on one database. */
export const proofSuite = (name: string, platform: ReturnType<typeof claimsPlatformOn>) => {
  layer(platform)(`Proofs by vanity sets (${name})`, (it) => {
    /** A set whose names are in place, below a parent that may be hosted anywhere. */
    const activeSet = Effect.fnUntraced(function*({ organization_id }: Customer, parent: string) {
      const store = yield* VanitySetStore
      const set_id = yield* newVanitySetId
      const nameservers = ["ns1", "ns2"].map((label, position) => ({
        hostname: Hostname.make(`${label}.${parent}`),
        position
      }))
      yield* store.insert(vanitySetOf({ set_id, organization_id, nameservers, status: "active", next_action_on: null }))
    })

    it.effect("count for the organization that owns the names above the hostnames, and for no other", () =>
      Effect.gen(function*() {
        const [owner, thief, brand, zone] = [yield* customer(), yield* customer(), newName(), newName()]
        for (const organization of [owner, thief]) {
          yield* activeSet(organization, brand)
          yield* createZone(organization, zone)
        }
        yield* write(zone, answering.namesOf(`ns1.${brand}`, `ns2.${brand}`))
        for (const organization of [owner, thief]) {
          yield* claim(organization, zone)
          assert.strictEqual(yield* ownershipOf(organization, zone), "unproven delegation_shared challenge_missing")
        }
        yield* createZone(owner, brand)
        yield* write(brand, answering.challengeOf())
        yield* claim(owner, brand)
        yield* TestClock.adjust("10 seconds")
        yield* claim(thief, zone)
        assert.strictEqual(yield* ownershipOf(thief, zone), "unproven delegation_shared challenge_missing")
        yield* claim(owner, zone)
        assert.strictEqual(yield* ownershipOf(owner, zone), "proven vanity_set served")
      }))

    it.effect("prove the zone of the hostnames itself, once it was proven otherwise", () =>
      Effect.gen(function*() {
        const [owner, brand] = [yield* customer(), newName()]
        yield* activeSet(owner, brand)
        yield* createZone(owner, brand)
        yield* write(brand, answering.namesOf(`ns1.${brand}`, `ns2.${brand}`))
        yield* claim(owner, brand)
        assert.strictEqual(yield* ownershipOf(owner, brand), "unproven delegation_shared challenge_missing")
        yield* write(brand, answering.challengeOf())
        yield* TestClock.adjust("10 seconds")
        yield* claim(owner, brand)
        yield* write(brand, answering.namesOf(`ns1.${brand}`, `ns2.${brand}`))
        yield* nextDay
        assert.strictEqual(yield* ownershipOf(owner, brand), "proven vanity_set served")
      }))

    it.effect("do not count in the delegation that follows from a consent, which ends with it", () =>
      Effect.gen(function*() {
        const [owner, other, zone, brand] = [yield* customer(), yield* customer(), newName(), newName()]
        const below = `sub.${zone}`
        yield* activeSet(other, brand)
        yield* createZone(other, brand)
        yield* write(brand, answering.challengeOf())
        yield* claim(other, brand)
        yield* createZone(owner, zone)
        yield* write(zone, answering.ownNameservers)
        yield* claim(owner, zone)
        const { ownership: { challenge } } = yield* createZone(other, below)
        const store = yield* ZoneStore
        yield* restate(yield* zoneOf(other, below), {
          nameservers: [`ns1.${brand}.`, `ns2.${brand}.`].map((text) => DnsName.DnsName.make(text))
        })
        const zones = yield* Zones
        const consent = (op: "remove" | "upsert") =>
          owner.act(zones.patchRrsets(zone, {
            ops: [{
              op,
              rrset: {
                name: "_namewright-challenge.sub",
                type: "TXT",
                ttl: 300,
                records: [{ rdata: `"${challenge.value}"` }]
              }
            }]
          }))
        yield* consent("upsert")
        yield* TestClock.adjust("1 minute")
        yield* round
        assert.strictEqual(yield* ownershipOf(other, below), "proven consent served")
        const delegation = Effect.map(
          Effect.flatMap(zoneOf(owner, zone), (above) => store.rrsetsAt(above, [named(below)])),
          (rrsets) =>
            rrsets.map(({ protected_reason, records, type }) => [type, ...records, protected_reason].join(" "))
        )
        assert.deepStrictEqual(yield* delegation, [`NS ns1.${brand}. ns2.${brand}. CHILD_ZONE`])
        yield* consent("remove")
        yield* TestClock.adjust("1 minute")
        yield* round
        assert.strictEqual(yield* ownershipOf(other, below), "unproven not_delegated served_for_another")
        assert.deepStrictEqual(yield* delegation, [])
      }))
  })

  layer(platform)(`Names below zones that are served here (${name})`, (it) => {
    const delegate = Effect.fnUntraced(function*(owner: Customer, zone: string, ...records: ReadonlyArray<string>) {
      const zones = yield* Zones
      const rrset = { name: "sub", type: "NS" as const, ttl: 300, records: records.map((rdata) => ({ rdata })) }
      yield* owner.act(zones.patchRrsets(zone, {
        ops: [records.length === 0 ? { op: "remove", rrset: { name: "sub", type: "NS" } } : { op: "upsert", rrset }]
      }))
    })

    it.effect("are proven with it if they are its organization's own", () =>
      Effect.gen(function*() {
        const [owner, zone] = [yield* customer(), newName()]
        yield* createZone(owner, `old.${zone}`)
        yield* createZone(owner, zone)
        yield* write(zone, answering.ownNameservers)
        yield* claim(owner, zone)
        yield* createZone(owner, `new.${zone}`)
        yield* createZone(owner, `deep.new.${zone}`)
        const below = ["old", "new", "deep.new"].map((label) => `${label}.${zone}`)
        for (const one of below) {
          yield* claim(owner, one)
          assert.strictEqual(yield* ownershipOf(owner, one), "proven own_nameservers served")
          yield* write(one, answering.elsewhere)
        }
        yield* nextDay
        yield* write(zone, answering.elsewhere)
        for (const _ of [1, 2, 3]) yield* nextDay
        assert.strictEqual(yield* ownershipOf(owner, zone), "unproven delegated_elsewhere challenge_missing")
        assert.strictEqual(yield* ownershipOf(owner, below[0] ?? ""), "proven own_nameservers served")
        for (const _ of [1, 2, 3, 4, 5, 6, 7]) yield* nextDay
        for (const one of below) {
          assert.strictEqual(yield* ownershipOf(owner, one), "unproven delegated_elsewhere challenge_missing")
        }
      }))

    it.effect("leave another organization its proven zone", () =>
      Effect.gen(function*() {
        const [owner, other, zone] = [yield* customer(), yield* customer(), newName()]
        const below = `sub.${zone}`
        yield* createZone(owner, zone)
        yield* write(zone, answering.ownNameservers)
        yield* claim(owner, zone)
        const { ownership: { nameservers } } = yield* createZone(other, below)
        yield* delegate(owner, zone, ...nameservers)
        yield* claim(other, below)
        yield* createZone(owner, below)
        assert.strictEqual(yield* ownershipOf(owner, below), "proven own_nameservers served_for_another")
        assert.strictEqual(yield* ownershipOf(other, below), "proven own_nameservers served")
      }))

    it.effect("are proven by the delegation in that zone, which is not public", () =>
      Effect.gen(function*() {
        const [owner, other, zone] = [yield* customer(), yield* customer(), newName()]
        const below = `sub.${zone}`
        yield* createZone(owner, zone)
        yield* write(zone, answering.ownNameservers)
        yield* claim(owner, zone)
        const { ownership: { nameservers } } = yield* createZone(other, below)
        yield* delegate(owner, zone, "ns1.namewright.test.")
        yield* claim(other, below)
        assert.strictEqual(
          yield* ownershipOf(other, below),
          "unproven delegation_shared challenge_missing served_for_another"
        )
        yield* delegate(owner, zone, ...nameservers)
        yield* TestClock.adjust("10 seconds")
        yield* claim(other, below)
        for (const _ of [1, 2, 3, 4]) yield* nextDay
        assert.strictEqual(yield* ownershipOf(other, below), "proven own_nameservers served")
        assert.strictEqual(yield* timesAsked(below), 0)

        yield* delegate(owner, zone)
        yield* write(below, answering.commonNameservers)
        for (const _ of [1, 2, 3]) yield* nextDay
        assert.strictEqual(yield* timesAsked(below), 3)
        assert.strictEqual(
          yield* ownershipOf(other, below),
          "unproven delegation_shared challenge_missing served_for_another"
        )
      }))
  })
}
