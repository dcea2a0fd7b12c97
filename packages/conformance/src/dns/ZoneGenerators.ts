import type { VanitySetId, Zone, ZoneFilter, ZoneSortField } from "@namewright/core/dns"
import type { TagId } from "@namewright/core/tags"
import { DateTime, Schema } from "effect"
import { GeneratedScope, isWithin, objectScopeOf } from "../ScopeGenerators.ts"

const numbers = (size: number) => Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: size - 1 })))
const Mode = Schema.Literals(["match_any", "match_all", "match_none"])
const Hour = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))
const Status = Schema.Literals(["enabled", "disabled"])
const suffixes = ["com", "co.uk", "de"] as const

/** Number of tags and of vanity sets of a test. */
export const knownTags = 3
export const knownSets = 2

/**
 * Generator of a zone, with few values, so that zones often have equal ones. The index in the list makes the label
 * unique.
 */
export const GeneratedZone = Schema.Struct({
  label: Schema.Literals(["shop", "my-shop", "x_y", "a\\.b"]),
  suffix: Schema.Literals(suffixes),
  created: Hour,
  updated: Hour,
  dnssec_status: Status,
  set: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: knownSets - 1 }))),
  rrsets: Schema.Literals([0, 1, 3]),
  tags: numbers(knownTags),
  gone: Schema.Literals([false, false, false, true])
})
export type GeneratedZone = typeof GeneratedZone.Type

const rarely = <S extends Schema.Top>(schema: S) => Schema.Union([Schema.Undefined, Schema.Undefined, schema])

/** Generator of a query of a list. */
export const GeneratedZoneQuery = Schema.Struct({
  /** Index of the zone in the list. */
  name: Schema.Union([Schema.Undefined, Schema.Undefined, Schema.Undefined, Schema.Literals([0, 1, 99])]),
  search: rarely(Schema.Literals(["shop", "SHOP", "my-shop", "y-", "_", "%", "\\", "com.", " co.uk "])),
  suffix: rarely(Schema.Literals([...suffixes, ".CO.UK.", "uk"])),
  dnssec_status: rarely(Status),
  set: rarely(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: knownSets - 1 }))),
  created_after: rarely(Hour),
  created_before: rarely(Hour),
  updated_after: rarely(Hour),
  updated_before: rarely(Hour),
  tags: rarely(numbers(knownTags + 1)),
  tag_mode: rarely(Mode),
  within: Schema.Array(GeneratedScope).check(Schema.isMaxLength(2)),
  by: Schema.Literals(["name", "created_on", "updated_on", "dnssec_status"]),
  order: Schema.Literals(["asc", "desc"]),
  page: Schema.Literals([1, 2]),
  page_size: Schema.Literals([2, 50])
})
export type GeneratedZoneQuery = typeof GeneratedZoneQuery.Type

/** Time of a test, by the hour. */
export const atHour = (hour: number) => DateTime.makeUnsafe(Date.UTC(2026, 0, 1, hour))

/** A stored zone with the data that a list filters by. */
export interface KnownZone {
  readonly zone: Zone
  readonly suffix: string
  readonly tags: ReadonlyArray<TagId>
}

const hour = (value: number | undefined) => value === undefined ? undefined : atHour(value)

/** Filter of a generated query. A tag beyond the existing ones is assigned to no object. */
export const filterOf = (
  generator: GeneratedZoneQuery,
  zones: ReadonlyArray<Zone>,
  tags: ReadonlyArray<TagId>,
  sets: ReadonlyArray<VanitySetId>,
  unknown: TagId
): ZoneFilter => ({
  name: generator.name === undefined
    ? undefined
    : (zones[generator.name]?.name ?? "no-such.example").replace(/\.$/, ""),
  search: generator.search,
  suffix: generator.suffix,
  dnssec_status: generator.dnssec_status,
  vanity_nameserver_set_id: generator.set === undefined ? undefined : sets[generator.set],
  created_after: hour(generator.created_after),
  created_before: hour(generator.created_before),
  updated_after: hour(generator.updated_after),
  updated_before: hour(generator.updated_before),
  tag_ids: generator.tags?.map((index) => tags[index] ?? unknown),
  tag_mode: generator.tag_mode,
  within: generator.within.map((scope) => objectScopeOf(scope, zones.map(objectOf), tags))
})

const objectOf = ({ dns_zone_id, name }: Zone) => ({ id: dns_zone_id, name })

/** Reference implementation of the list over an array. */
export const listedIn = (
  zones: ReadonlyArray<KnownZone>,
  filter: ZoneFilter,
  by: ZoneSortField,
  order: "asc" | "desc"
): ReadonlyArray<Zone> => {
  const found = zones.filter((known) => meets(known, filter)).map(({ zone }) => zone).toSorted((one, other) =>
    ordered(sortKey(one, by), sortKey(other, by)) || ordered(one.dns_zone_id, other.dns_zone_id)
  )
  return order === "asc" ? found : found.toReversed()
}

const meets = ({ suffix, tags, zone }: KnownZone, filter: ZoneFilter): boolean =>
  (filter.name === undefined || zone.name === `${filter.name}.`) &&
  zone.name.includes((filter.search ?? "").trim().toLowerCase()) &&
  (filter.suffix === undefined || suffix === filter.suffix.toLowerCase().replace(/^\.|\.$/g, "")) &&
  (filter.dnssec_status === undefined || zone.dnssec_status === filter.dnssec_status) &&
  (filter.vanity_nameserver_set_id === undefined ||
    zone.vanity_nameserver_set_id === filter.vanity_nameserver_set_id) &&
  (filter.created_after === undefined || DateTime.isGreaterThan(zone.created_on, filter.created_after)) &&
  (filter.created_before === undefined || DateTime.isLessThan(zone.created_on, filter.created_before)) &&
  (filter.updated_after === undefined || DateTime.isGreaterThan(zone.updated_on, filter.updated_after)) &&
  (filter.updated_before === undefined || DateTime.isLessThan(zone.updated_on, filter.updated_before)) &&
  carries(tags, filter.tag_ids, filter.tag_mode) && isWithin(filter.within ?? [], objectOf(zone), tags)

const carries = <A>(
  carried: ReadonlyArray<A>,
  wanted: ReadonlyArray<A> | undefined,
  mode: ZoneFilter["tag_mode"]
): boolean => {
  if (wanted === undefined || wanted.length === 0) return true
  if (mode === "match_all") return wanted.every((tag) => carried.includes(tag))
  return wanted.some((tag) => carried.includes(tag)) !== (mode === "match_none")
}

const sortKey = (zone: Zone, by: ZoneSortField): string =>
  by === "created_on" || by === "updated_on" ? DateTime.formatIso(zone[by]) : zone[by]

const ordered = (one: string, other: string): number => one === other ? 0 : one < other ? -1 : 1
