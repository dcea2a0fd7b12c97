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
  for (const [index, generator] of generators.entries()) {
    const zone = yield* newZone(organization, {
      name: named(`${generator.label}${index}.${unique}.${generator.suffix}.`),
      created_on: atHour(generator.created),
      updated_on: atHour(generator.updated),
      dnssec_status: generator.dnssec_status,
      vanity_nameserver_set_id: generator.set === null ? null : sets[generator.set] ?? null,
      rrset_count: generator.rrsets
    })
    const rrsets = Array.from(
      { length: generator.rrsets },
      (_, number) => rrset(`h${number}.${zone.name}`, "A", "192.0.2.1")
    )
    yield* insertedZone(zone, rrsets)
    const carried = [...new Set(generator.tags)].flatMap((tag) => tags[tag] ?? [])
    yield* tagged.add(organization, carried, [zone.dns_zone_id])
    if (generator.gone) yield* store.remove(zone, 0)
    // A dot within a label does not separate labels.
    else zones.push({ zone, suffix: generator.label.includes("\\") ? "" : generator.suffix, tags: carried })
  }
  return { organization, tags, sets, zones }
})

/** Contract of lists of zones: they equal the reference implementation for every filter, order and page. */
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
        const known = zones.map(({ zone }) => zone)
        for (const query of queries) {
          const { by, order, page, page_size } = query
          const filter = filterOf(query, known, tags, sets, unknown)
          const expected = listedIn(zones, filter, by, order)
          const found = yield* store.list(organization, filter, { by, order }, { page, page_size })
          const message = JSON.stringify({ filter, by, order, page, page_size })
          assert.strictEqual(found.total, expected.length, message)
          assert.deepStrictEqual(
            found.items.map(({ zone }) => zone),
            expected.slice((page - 1) * page_size, page * page_size),
            message
          )
          assert.isTrue(found.items.every(({ rrsets, zone }) => rrsets.length === zone.rrset_count), message)
        }
      }), { timeout: 120_000, arbitrary: { runs: 15 } })
  })
