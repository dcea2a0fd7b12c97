import { assert, layer } from "@effect/vitest"
import { newVanitySetId, ZoneStore } from "@namewright/core/dns"
import { newOrganizationId, Transaction } from "@namewright/core/shared"
import { newTagId, type TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import { Effect, type Layer, Schema } from "effect"
import { newTag } from "../tags/newTag.ts"
import { taggedObjects } from "../tags/TaggedObjectsContract.ts"
import {
  atHour,
  filterOf,
  GeneratedZone,
  GeneratedZoneQuery,
  knownSets,
  knownTags,
  type KnownZone,
  listedIn
} from "./ZoneGenerators.ts"
import { insertedZone, named, newZone, rrset } from "./ZoneSamples.ts"

const Zones = Schema.Array(GeneratedZone).check(Schema.isMinLength(3), Schema.isMaxLength(25))
const Queries = Schema.Array(GeneratedZoneQuery).check(Schema.isMinLength(12), Schema.isMaxLength(12))

const hosted = Effect.fnUntraced(function*(generators: ReadonlyArray<GeneratedZone>) {
  const organization = yield* newOrganizationId
  const unique = organization.replace("organization_", "")
  const store = yield* ZoneStore
  const { insert } = yield* TagStore
  const labels = Array.from({ length: knownTags }, (_, index) => `tag ${index}`)
  const made = yield* Effect.forEach(labels, (label) => newTag(label, { type: "ZONE" }))
  yield* Effect.forEach(made, (tag) => Effect.orDie(insert(organization, tag)))
  const tags = made.map((tag) => tag.tag_id)
  const sets = yield* Effect.forEach(Array.from({ length: knownSets }), () => newVanitySetId)
  const tagged = yield* taggedObjects("ZONE")
  const zones: Array<KnownZone> = []
  for (const [index, sketch] of generators.entries()) {
    const zone = yield* newZone(organization, {
      name: named(`${sketch.label}${index}.${unique}.${sketch.suffix}.`),
      created_on: atHour(sketch.created),
      updated_on: atHour(sketch.updated),
      dnssec_status: sketch.dnssec_status,
      vanity_nameserver_set_id: sketch.set === null ? null : sets[sketch.set] ?? null,
      rrset_count: sketch.rrsets
    })
    const rrsets = Array.from(
      { length: sketch.rrsets },
      (_, place) => rrset(`h${place}.${zone.name}`, "A", "192.0.2.1")
    )
    yield* insertedZone(zone, rrsets)
    const carried = [...new Set(sketch.tags)].flatMap((place) => tags[place] ?? [])
    yield* tagged.add(organization, carried, [zone.dns_zone_id])
    if (sketch.gone) yield* store.remove(zone, 0)
    // A dot within a label is no place to divide the name at.
    else zones.push({ zone, suffix: sketch.label.includes("\\") ? "" : sketch.suffix, tags: carried })
  }
  return { organization, tags, sets, zones }
})

/** Lists of storage answer what a list over an array would, whatever the filter, the order and the page. */
export const zoneListContract = <E>(
  name: string,
  storage: Layer.Layer<ZoneStore | TagStore | TaggedObjectKinds | Transaction, E>
) =>
  layer(storage)(`Lists of zones (${name})`, (it) => {
    it.effect.prop("are those of a plain array", [Zones, Queries], ([generators, queries]) =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const { atomically } = yield* Transaction
        const { organization, sets, tags, zones } = yield* atomically(hosted(generators))
        const unknown = yield* newTagId
        const names = zones.map(({ zone }) => zone.name)
        for (const query of queries) {
          const { by, order, page, page_size } = query
          const filter = filterOf(query, names, tags, sets, unknown)
          const expected = listedIn(zones, filter, by, order)
          const found = yield* store.list(organization, filter, { by, order }, { page, page_size })
          const said = JSON.stringify({ filter, by, order, page, page_size })
          assert.strictEqual(found.total, expected.length, said)
          assert.deepStrictEqual(
            found.items.map(({ zone }) => zone),
            expected.slice((page - 1) * page_size, page * page_size),
            said
          )
          assert.isTrue(found.items.every(({ rrsets, zone }) => rrsets.length === zone.rrset_count), said)
        }
      }), { timeout: 120_000, arbitrary: { runs: 40 } })
  })
