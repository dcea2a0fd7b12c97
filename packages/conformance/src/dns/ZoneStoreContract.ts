import { assert, layer } from "@effect/vitest"
import { DnsName, newZoneId, type Rrset, type RrsetChange, type Zone, ZoneStore } from "@namewright/core/dns"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import type { TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import { Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { taggedObjectsContract } from "../tags/TaggedObjectsContract.ts"
import { changeOf, insertedZone, named, newZone, rrset } from "./ZoneSamples.ts"

const firstPage = { page: 1, page_size: 10 }

/** Owners above, below and beside each other, some with escapes. */
const owners = [
  "",
  "a.",
  "b.a.",
  "c.b.a.",
  "a-b.",
  "ab.",
  "*.a.",
  "_x.a.",
  "\\.a.",
  "a\\.a.",
  "a\\032b.a.",
  "\\000.",
  "0."
]

/** Generator of a write: owner, type, and number of records; 0 removes the RRset. */
const GeneratedWrite = Schema.Struct({
  owner: Schema.Literals(owners),
  type: Schema.Literals(["A", "TXT", "MX"]),
  records: Schema.Literals([0, 0, 1, 2, 3]),
  ttl: Schema.Literals([30, 300]),
  protected: Schema.Boolean
})
type GeneratedWrite = typeof GeneratedWrite.Type
const Writes = Schema.Array(Schema.Array(GeneratedWrite).check(Schema.isMaxLength(6))).check(Schema.isMaxLength(8))

const generated = (generator: GeneratedWrite, zone: Zone): Rrset => ({
  name: named(`${generator.owner}${zone.name}`),
  type: generator.type,
  ttl: generator.ttl,
  records: Array.from({ length: generator.records }, (_, index) => `${index}`),
  protected_reason: generator.protected ? "GENERIC" : null
})

const keyOf = ({ name, type }: Pick<Rrset, "name" | "type">) => `${name} ${type}`

/** Sort key of a name, in which escaped octets sort by their backslash. */
const sortKey = ({ name, type }: Rrset): string =>
  [...name.replace(/\.$/, "").match(/(?:\\.|[^\\.])+/g) ?? []].toReversed().join(" ") + `\u0000${type}`

const inOrder = (rrsets: Iterable<Rrset>): ReadonlyArray<Rrset> =>
  [...rrsets].toSorted((one, other) => sortKey(one) < sortKey(other) ? -1 : 1)

/** Applies a list of writes to a map of RRsets, and returns the changes. */
const changesOf = (stored: Map<string, Rrset>, generators: ReadonlyArray<GeneratedWrite>, zone: Zone) => {
  const changes = new Map<string, RrsetChange>()
  for (const generator of generators) {
    const written = generated(generator, zone)
    const key = keyOf(written)
    const before = changes.has(key) ? changes.get(key)?.before ?? null : stored.get(key) ?? null
    const after = generator.records === 0 ? null : written
    changes.set(key, { name: written.name, type: written.type, before, after })
  }
  for (const [key, { after }] of changes) {
    if (after === null) stored.delete(key)
    else stored.set(key, after)
  }
  return [...changes.values()].filter(({ after, before }) => after !== null || before !== null)
}

/** Contract of ZoneStore. */
export const zoneStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ZoneStore | TagStore | TaggedObjectKinds | Transaction, E>
) => {
  layer(storage)(`ZoneStore (${name})`, (it) => {
    it.effect("finds an inserted zone as it was inserted, by id, by its owner and as the served one", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const zone = yield* insertedZone(
          yield* newZone(yield* newOrganizationId, { dnssec_status: "enabled", dnssec_registry_publish: "deferred" })
        )
        for (const selector of [zone.dns_zone_id, { served: zone.name }, zone]) {
          assert.deepStrictEqual(yield* store.find(selector), Option.some(zone))
          assert.deepStrictEqual(yield* store.content(selector), Option.some({ zone, rrsets: [] }))
          assert.deepStrictEqual(yield* store.lock(selector), Option.some(zone))
        }
        assert.deepStrictEqual(yield* store.named(zone.name), [zone])
        const nothing = named("nothing.example.")
        const others = [yield* newZoneId, { served: nothing }, { ...zone, name: nothing }, {
          name: zone.name,
          organization_id: yield* newOrganizationId
        }]
        for (const selector of others) {
          assert.deepStrictEqual(yield* store.find(selector), Option.none())
          assert.deepStrictEqual(yield* store.content(selector), Option.none())
        }
        assert.deepStrictEqual(yield* store.named(nothing), [])
      }))

    it.effect("stores the number of RRsets and records and the characters of their texts with every change", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const sizes = { rrset_count: 10_000, record_count: 20_000, record_characters: 8_388_608 }
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId, sizes))
        assert.deepStrictEqual(yield* store.lock(zone.dns_zone_id), Option.some(zone))
        const after = { ...zone, serial: zone.serial + 1, rrset_count: 1, record_count: 2, record_characters: 3 }
        yield* atomically(store.save(zone, after, changeOf(zone, after, [])))
        assert.deepStrictEqual(yield* store.find(zone.dns_zone_id), Option.some(after))
      }))

    it.effect("refuses a second zone of a name to its owner, and a second served zone to every organization", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const first = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const { name: taken, organization_id } = first
        for (
          const second of [
            yield* newZone(organization_id, { name: taken, is_served: false }),
            yield* newZone(yield* newOrganizationId, { name: taken })
          ]
        ) {
          const refusal = yield* Effect.flip(atomically(store.insert(second, [], changeOf(null, second, []))))
          assert.deepStrictEqual([refusal._tag, refusal.zone_name], ["ZoneAlreadyExists", taken])
        }
      }))

    it.effect("distinguishes zones of one name, the served one before others and displaced ones last", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const [owner, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const displaced_on = yield* Instant.now
        const displaced = yield* insertedZone(yield* newZone(owner, { is_served: false, displaced_on }))
        const shared = displaced.name
        yield* TestClock.adjust("1 second")
        const unserved = yield* insertedZone(yield* newZone(other, { name: shared, is_served: false }))
        assert.deepStrictEqual(yield* store.find({ organization_id: owner, name: shared }), Option.some(displaced))
        const served = yield* insertedZone(yield* newZone(owner, { name: shared }))
        assert.deepStrictEqual(yield* store.named(shared), [served, unserved, displaced])
        assert.deepStrictEqual(yield* store.find({ organization_id: owner, name: shared }), Option.some(served))
        assert.deepStrictEqual(yield* store.find({ organization_id: other, name: shared }), Option.some(unserved))
        assert.deepStrictEqual(yield* store.find({ served: shared }), Option.some(served))

        const withdrawn: Zone = { ...served, is_served: false, displaced_on }
        yield* store.update(served, withdrawn)
        assert.deepStrictEqual(yield* store.find({ served: shared }), Option.none())
        assert.deepStrictEqual(yield* store.find({ organization_id: owner, name: shared }), Option.some(withdrawn))
        const taking: Zone = { ...unserved, is_served: true, ownership: "held", serial: unserved.serial + 1 }
        yield* store.save(unserved, taking, changeOf(unserved, taking, []))
        assert.deepStrictEqual(yield* store.find({ served: shared }), Option.some(taking))
      }))

    it.effect.prop(
      "keeps the RRsets that a map would, whatever is written",
      [Writes],
      ([writes]) =>
        Effect.gen(function*() {
          const store = yield* ZoneStore
          const { atomically } = yield* Transaction
          let zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
          const stored = new Map<string, Rrset>()
          for (const generators of writes) {
            const changes = changesOf(stored, generators, zone)
            const after = { ...zone, serial: zone.serial + 1, rrset_count: stored.size }
            yield* atomically(store.save(zone, after, changeOf(zone, after, changes)))
            zone = after
          }
          const all = inOrder(stored.values())
          const content = Option.getOrThrow(yield* store.content(zone.dns_zone_id))
          assert.deepStrictEqual(content, { zone, rrsets: all })
          for (const owner of owners) {
            const at = named(`${owner}${zone.name}`)
            assert.deepStrictEqual(
              yield* store.rrsetsAt(zone, [at, named("nothing.example.")]),
              all.filter((found) => found.name === at)
            )
            const below = all.filter((found) => found.name !== at && DnsName.isWithin(found.name, at))
            assert.deepStrictEqual(yield* store.rrsetsBelow(zone, at, 100), below, `below ${at}`)
            assert.deepStrictEqual(yield* store.rrsetsBelow(zone, at, 1), below.slice(0, 1))
          }
          const history = Option.getOrThrow(yield* store.changesAfter(zone, 2026112200, 100))
          assert.lengthOf(history, writes.length)
          const replayed = new Map<string, Rrset>()
          for (const { rrsets } of history) {
            for (const change of rrsets) {
              assert.deepStrictEqual(replayed.get(keyOf(change)) ?? null, change.before)
              if (change.after === null) replayed.delete(keyOf(change))
              else replayed.set(keyOf(change), change.after)
            }
          }
          assert.deepStrictEqual(inOrder(replayed.values()), all)
        }),
      { timeout: 120_000, arbitrary: { runs: 15 } }
    )

    it.effect("keeps every RRset of a write that is stored in several pieces, with its records in their order", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const made = yield* newZone(yield* newOrganizationId)
        const written = (address: string) =>
          inOrder(
            Array.from({ length: 601 }, (_, index) =>
              rrset(`h${index}.${made.name}`, "A", address, "192.0.2.2", "192.0.2.1"))
          )
        const zone = yield* insertedZone(made, written("192.0.2.8"))
        const rrsets = Effect.map(store.content(zone.dns_zone_id), (content) => Option.getOrThrow(content).rrsets)
        assert.deepStrictEqual(yield* rrsets, written("192.0.2.8"))
        const changes = written("192.0.2.9").map((after) => ({
          name: after.name,
          type: after.type,
          before: null,
          after
        }))
        const after = { ...zone, serial: zone.serial + 1 }
        yield* atomically(store.save(zone, after, changeOf(zone, after, changes)))
        assert.deepStrictEqual(yield* rrsets, written("192.0.2.9"))
      }))

    it.effect("finds the RRsets that delegate child zones in a range of names", () =>
      Effect.gen(function*() {
        const { childRrsets } = yield* ZoneStore
        const made = yield* newZone(yield* newOrganizationId)
        const at = (
          labels: string,
          type: Rrset["type"],
          protected_reason: Rrset["protected_reason"] = "CHILD_ZONE"
        ) => ({
          ...rrset(`${labels}${made.name}`, type, `${labels}${type}`),
          protected_reason
        })
        const [a, deepA, ds, glue, b] = [
          at("a.", "NS"),
          at("x.a.", "NS"),
          at("b.", "DS"),
          at("ns.b.", "A"),
          at("b.", "NS")
        ]
        const others = [
          at("a.", "TXT", null),
          at("ns.b.", "AAAA", "GENERIC"),
          at("ns.c.", "A", null),
          at("a-b.", "NS", null),
          at("w.a.", "TXT", null)
        ]
        const late = at("bb.", "NS")
        const zone = yield* insertedZone(made, [late, b, glue, ds, deepA, a, ...others])
        assert.deepStrictEqual(yield* childRrsets(zone, zone.name), [a, deepA, ds, b, glue, late])
        assert.deepStrictEqual(yield* childRrsets(zone, a.name), [a, deepA])
        assert.deepStrictEqual(yield* childRrsets(zone, deepA.name), [deepA])
        assert.deepStrictEqual(yield* childRrsets(zone, b.name), [ds, b, glue])
        assert.deepStrictEqual(yield* childRrsets(zone, deepA.name, b.name), [deepA, ds, b, glue])
        assert.deepStrictEqual(yield* childRrsets(zone, named(`a-b.${zone.name}`)), [])
        assert.deepStrictEqual(yield* childRrsets(zone, named(`ns.c.${zone.name}`)), [])
      }))

    it.effect("lists the history, the newest first, and the changes after a serial", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const first = yield* newZone(yield* newOrganizationId)
        const address = rrset(`www.${first.name}`, "A", "192.0.2.1")
        yield* insertedZone(first, [address])
        const second = { ...first, serial: 2026112201, rname: named("other.host.test.") }
        const removal = changeOf(
          first,
          second,
          [{ ...address, before: address, after: null }].map((change) => ({
            name: change.name,
            type: change.type,
            before: change.before,
            after: change.after
          }))
        )
        yield* store.save(first, second, removal)
        const third = { ...second, serial: 2026113000 }
        const last = changeOf(second, third, [])
        yield* store.save(second, third, last)

        const { items, total } = yield* store.versions(first.dns_zone_id, firstPage)
        assert.deepStrictEqual([items.map(({ serial }) => serial), total], [[2026113000, 2026112201, 2026112200], 3])
        assert.deepStrictEqual(
          (yield* store.versions(first.dns_zone_id, { page: 2, page_size: 2 })).items.map(({ cause }) => cause),
          ["create"]
        )
        assert.deepStrictEqual(yield* store.version(first, 2026112201), Option.some(removal))
        assert.deepStrictEqual(yield* store.version(first, 2026112202), Option.none())
        assert.deepStrictEqual(yield* store.changesAfter(first, 2026112200, 2), Option.some([removal, last]))
        assert.deepStrictEqual(yield* store.changesAfter(first, 2026113000, 2), Option.some([]))
        assert.deepStrictEqual(yield* store.changesAfter(first, 2026112200, 1), Option.none())
        assert.deepStrictEqual(yield* store.changesAfter(first, 2026112205, 2), Option.none())
      }))

    it.effect("removes all data of a zone", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const zone = yield* newZone(organization)
        yield* insertedZone(zone, [rrset(zone.name, "A", "192.0.2.1")])
        yield* atomically(store.remove(zone, 2026112200))
        assert.deepStrictEqual(yield* store.find(zone.dns_zone_id), Option.none())
        assert.deepStrictEqual(yield* store.rrsetsAt(zone, [zone.name]), [])
        assert.strictEqual((yield* store.versions(zone.dns_zone_id, firstPage)).total, 0)
        const shown = yield* store.list(organization, { search: zone.name }, { by: "name", order: "asc" }, firstPage)
        assert.deepStrictEqual([shown.items.length, shown.total], [0, 0])
      }))

    it.effect("stores members without effect on the serial under the same serial", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const now = yield* Instant.now
        const published: Zone = {
          ...zone,
          dnssec_registry_publish: "published",
          ownership: "proven",
          proof: "challenge",
          was_held: true,
          checked_on: now,
          check_due_on: now,
          missing: [{ code: "challenge_missing", detail: "The TXT record is missing" }]
        }
        yield* store.update(zone, published)
        assert.deepStrictEqual(yield* store.find(zone.dns_zone_id), Option.some(published))
        assert.strictEqual((yield* store.versions(zone.dns_zone_id, firstPage)).total, 1)
      }))

    it.effect("counts zones by their DNSSEC status", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const organization = yield* newOrganizationId
        const zone = yield* insertedZone(yield* newZone(organization))
        yield* insertedZone(yield* newZone(organization))
        const gone = yield* insertedZone(yield* newZone(organization, { dnssec_status: "enabled" }))
        yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const signed: Zone = { ...zone, serial: zone.serial + 1, dnssec_status: "enabled" }
        yield* store.save(zone, signed, changeOf(zone, signed, []))
        yield* store.remove(gone, 2026112200)
        assert.deepStrictEqual(yield* store.counts(organization), {
          total_zones: 2,
          zones_by_dnssec: { enabled: 1, disabled: 1 }
        })
        const byName = { by: "name", order: "asc" } as const
        const listed = yield* store.list(organization, { dnssec_status: "enabled" }, byName, firstPage)
        assert.deepStrictEqual(listed.items.map((item) => item.zone), [signed])
        assert.deepStrictEqual(yield* store.counts(yield* newOrganizationId), {
          total_zones: 0,
          zones_by_dnssec: { enabled: 0, disabled: 0 }
        })
      }))

    it.effect("serializes changes of a zone", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const addition = (index: number) =>
          atomically(Effect.gen(function*() {
            const before = Option.getOrThrow(yield* store.lock(zone.dns_zone_id))
            const [stored] = yield* store.rrsetsAt(before, [zone.name])
            const after = rrset(zone.name, "TXT", ...stored?.records ?? [], `"${index}"`)
            const next = { ...before, serial: before.serial + 1 }
            const change = { name: after.name, type: after.type, before: stored ?? null, after }
            yield* store.save(before, next, changeOf(before, next, [change]))
          }))
        yield* Effect.forEach(Array.from({ length: 20 }, (_, index) => index), addition, { concurrency: "unbounded" })
        const [left] = yield* store.rrsetsAt(zone, [zone.name])
        assert.strictEqual(new Set(left?.records).size, 20)
      }))
  })

  taggedObjectsContract(name, storage, {
    type: "ZONE",
    object: Effect.fnUntraced(function*(organization) {
      const { dns_zone_id: id, name: zone } = yield* insertedZone(yield* newZone(organization))
      return { id, references: [id, zone, zone.slice(0, -1).toUpperCase()] }
    }),
    unknownId: newZoneId
  })
}
