import { assert, layer } from "@effect/vitest"
import { DnsName, newZoneId, type Rrset, type RrsetChange, type Zone, ZoneStore } from "@namewright/core/dns"
import { newOrganizationId, Transaction } from "@namewright/core/shared"
import type { TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import { Effect, type Layer, Option, Schema } from "effect"
import { taggedObjectsContract } from "../tags/TaggedObjectsContract.ts"
import { changeOf, insertedZone, named, newZone, rrset } from "./ZoneSamples.ts"

const firstPage = { page: 1, page_size: 10 }

/** Owners that lie above, below and beside each other, and some that are written with escapes. */
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

/** A write in short: which owner, which type, and how many records; none removes. */
const WriteSketch = Schema.Struct({
  owner: Schema.Literals(owners),
  type: Schema.Literals(["A", "TXT", "MX"]),
  records: Schema.Literals([0, 0, 1, 2, 3]),
  ttl: Schema.Literals([30, 300]),
  protected: Schema.Boolean
})
type WriteSketch = typeof WriteSketch.Type
const Writes = Schema.Array(Schema.Array(WriteSketch).check(Schema.isMaxLength(6))).check(Schema.isMaxLength(8))

const sketched = (sketch: WriteSketch, zone: Zone): Rrset => ({
  name: named(`${sketch.owner}${zone.name}`),
  type: sketch.type,
  ttl: sketch.ttl,
  records: Array.from({ length: sketch.records }, (_, index) => `${index}`),
  protected_reason: sketch.protected ? "GENERIC" : null
})

const keyOf = ({ name, type }: Pick<Rrset, "name" | "type">) => `${name} ${type}`

/** Sorts as names do, but for escaped octets, which sort by their backslash. */
const sortKey = ({ name, type }: Rrset): string =>
  [...name.replace(/\.$/, "").match(/(?:\\.|[^\\.])+/g) ?? []].toReversed().join(" ") + `\u0000${type}`

const inOrder = (rrsets: Iterable<Rrset>): ReadonlyArray<Rrset> =>
  [...rrsets].toSorted((one, other) => sortKey(one) < sortKey(other) ? -1 : 1)

/** The changes that a list of writes makes in a map of RRsets, which they change. */
const changesOf = (standing: Map<string, Rrset>, sketches: ReadonlyArray<WriteSketch>, zone: Zone) => {
  const changes = new Map<string, RrsetChange>()
  for (const sketch of sketches) {
    const written = sketched(sketch, zone)
    const key = keyOf(written)
    const before = changes.has(key) ? changes.get(key)?.before ?? null : standing.get(key) ?? null
    const after = sketch.records === 0 ? null : written
    changes.set(key, { name: written.name, type: written.type, before, after })
  }
  for (const [key, { after }] of changes) {
    if (after === null) standing.delete(key)
    else standing.set(key, after)
  }
  return [...changes.values()].filter(({ after, before }) => after !== null || before !== null)
}

/** The promises every storage adapter keeps for zones. */
export const zoneStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ZoneStore | TagStore | TaggedObjectKinds | Transaction, E>
) => {
  layer(storage)(`ZoneStore (${name})`, (it) => {
    it.effect("finds an inserted zone as it was inserted, by name and by id", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const zone = yield* insertedZone(
          yield* newZone(yield* newOrganizationId, { dnssec_status: "enabled", dnssec_registry_publish: "deferred" })
        )
        assert.deepStrictEqual(yield* store.find(zone.name), Option.some(zone))
        assert.deepStrictEqual(yield* store.findById(zone.dns_zone_id), Option.some(zone))
        assert.deepStrictEqual(yield* store.content(zone.name), Option.some({ zone, rrsets: [] }))
        assert.deepStrictEqual(yield* store.find(named("nothing.example.")), Option.none())
        assert.deepStrictEqual(yield* store.findById(yield* newZoneId), Option.none())
        assert.deepStrictEqual(yield* store.content(yield* newZoneId), Option.none())
      }))

    it.effect("refuses a name that is taken, whoever has it", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const { name: taken } = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const second = yield* newZone(yield* newOrganizationId, { name: taken })
        const refusal = yield* Effect.flip(atomically(store.insert(second, [], changeOf(null, second, []))))
        assert.deepStrictEqual([refusal._tag, refusal.zone_name], ["ZoneAlreadyExists", taken])
      }))

    it.effect.prop(
      "keeps the RRsets that a map would, whatever is written",
      [Writes],
      ([writes]) =>
        Effect.gen(function*() {
          const store = yield* ZoneStore
          const { atomically } = yield* Transaction
          let zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
          const standing = new Map<string, Rrset>()
          for (const sketches of writes) {
            const changes = changesOf(standing, sketches, zone)
            const after = { ...zone, serial: zone.serial + 1, rrset_count: standing.size }
            yield* atomically(store.save(zone, after, changeOf(zone, after, changes)))
            zone = after
          }
          const all = inOrder(standing.values())
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
      { timeout: 120_000, arbitrary: { runs: 40 } }
    )

    it.effect("tells the history from the newest on, and what comes after a serial", () =>
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

    it.effect("leaves nothing of a zone that goes, but the serial that its name must not fall below", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const zone = yield* newZone(organization, { serial: 2026112217 })
        yield* insertedZone(zone, [rrset(zone.name, "A", "192.0.2.1")])
        yield* atomically(store.remove(zone, 2026112200))
        assert.deepStrictEqual(yield* store.find(zone.name), Option.none())
        assert.deepStrictEqual(yield* store.rrsetsAt(zone, [zone.name]), [])
        assert.strictEqual((yield* store.versions(zone.dns_zone_id, firstPage)).total, 0)
        const shown = yield* store.list(organization, { search: zone.name }, { by: "name", order: "asc" }, firstPage)
        assert.deepStrictEqual([shown.items.length, shown.total], [0, 0])
        assert.strictEqual((yield* store.surroundings(zone.name, [])).last_serial, 2026112217)

        const other = yield* insertedZone(yield* newZone(organization, { serial: 2026112300 }))
        yield* atomically(store.remove(other, 2026112300))
        assert.isNull((yield* store.surroundings(zone.name, [])).last_serial)
        assert.strictEqual((yield* store.surroundings(other.name, [])).last_serial, 2026112300)
      }))

    it.effect("tells who has the zones above a name", () =>
      Effect.gen(function*() {
        const { surroundings } = yield* ZoneStore
        const owner = yield* newOrganizationId
        const { name: zone } = yield* insertedZone(yield* newZone(owner))
        const below = named(`a.b.${zone}`)
        const above = [named(`b.${zone}`), zone, named("example.")]
        assert.deepStrictEqual(yield* surroundings(below, above), { last_serial: null, owners_above: [owner] })
        assert.deepStrictEqual(yield* surroundings(zone, [named("example.")]), { last_serial: null, owners_above: [] })
      }))

    it.effect("stores what has no part in a serial without one", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const published: Zone = { ...zone, dnssec_registry_publish: "published" }
        yield* store.update(published)
        assert.deepStrictEqual(yield* store.find(zone.name), Option.some(published))
        assert.strictEqual((yield* store.versions(zone.dns_zone_id, firstPage)).total, 1)
      }))

    it.effect("counts zones by whether they are signed", () =>
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

    it.effect("tells which of thousands of names are hosted", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { name: hosted } = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const others = Array.from({ length: 3000 }, (_, index) => named(`n${index}.unknown.example.`))
        assert.deepStrictEqual(yield* store.existing([...others, hosted, hosted]), new Set([hosted]))
        assert.deepStrictEqual(yield* store.existing([]), new Set())
      }))

    it.effect("lets one after the other change a zone, each on what the one before it left", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const addition = (index: number) =>
          atomically(Effect.gen(function*() {
            const before = Option.getOrThrow(yield* store.lock(zone.name))
            const [standing] = yield* store.rrsetsAt(before, [zone.name])
            const after = rrset(zone.name, "TXT", ...standing?.records ?? [], `"${index}"`)
            const next = { ...before, serial: before.serial + 1 }
            const change = { name: after.name, type: after.type, before: standing ?? null, after }
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
