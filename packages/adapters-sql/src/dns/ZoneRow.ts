import type { Rrset, Zone, ZoneContent } from "@namewright/core/dns"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type InstantValue, readInstant } from "../Codecs.ts"
import { type Dialect, dialect } from "../Dialect.ts"
import { nameAt, sortKeyOf } from "./SortKey.ts"

/** Row of a zone, joined from both tables. Every request reads one, so it is mapped without a schema. */
export interface ZoneRow extends
  Omit<
    Zone,
    | "nameservers"
    | "was_held"
    | "is_served"
    | "displaced_on"
    | "checked_on"
    | "check_due_on"
    | "missing"
    | "created_on"
    | "updated_on"
  >
{
  readonly nameservers: string
  readonly was_held: boolean | number
  readonly is_served: boolean | number
  readonly displaced_on: InstantValue | null
  readonly checked_on: InstantValue | null
  readonly check_due_on: InstantValue | null
  readonly missing: string
  readonly created_on: InstantValue
  readonly updated_on: InstantValue
}

/** Row of a zone with its RRsets in one value, so that both are of one moment. */
export interface ContentRow extends ZoneRow {
  readonly rrsets: string | null
}

/** Row of an RRset. */
export type RrsetRow = Pick<Rrset, "type" | "ttl" | "protected_reason"> & {
  readonly sort_key: string
  readonly records: string
}

/** Selection of queries with the aliases `z` and `s` for the rows of a zone. */
export const zoneSelection = (sql: SqlClient.SqlClient) => {
  const { exact, jsonLists } = dialect(sql)
  const columns = sql`z.dns_zone_id, z.organization_id, z.name, ${exact("s.serial")} AS serial, s.nameservers, s.rname,
    s.dnssec_status, s.dnssec_registry_publish, s.vanity_nameserver_set_id, s.rrset_count, s.record_count, s.record_characters,
    s.ownership, s.proof, s.was_held, s.is_served, s.displaced_on, s.checked_on, s.check_due_on,
    s.failed_checks, s.missing,
    z.created_on, s.updated_on`
  const rrsets = sql`(SELECT ${jsonLists(["sort_key", "type", "ttl", "records", "protected_reason"])}
    FROM (SELECT * FROM dns_rrsets r WHERE r.dns_zone_id = z.dns_zone_id ORDER BY sort_key, type) AS ordered)`
  return {
    zone: sql`SELECT ${columns} FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id`,
    content: sql`SELECT ${columns}, ${rrsets} AS rrsets
      FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id`
  } satisfies Record<string, Statement.Fragment>
}

export const zoneOf = (row: ZoneRow): Zone => ({
  dns_zone_id: row.dns_zone_id,
  organization_id: row.organization_id,
  name: row.name,
  serial: row.serial,
  nameservers: JSON.parse(row.nameservers),
  rname: row.rname,
  dnssec_status: row.dnssec_status,
  dnssec_registry_publish: row.dnssec_registry_publish,
  vanity_nameserver_set_id: row.vanity_nameserver_set_id,
  rrset_count: row.rrset_count,
  record_count: row.record_count,
  record_characters: row.record_characters,
  ownership: row.ownership,
  proof: row.proof,
  was_held: isTrue(row.was_held),
  is_served: isTrue(row.is_served),
  displaced_on: instantOf(row.displaced_on),
  checked_on: instantOf(row.checked_on),
  check_due_on: instantOf(row.check_due_on),
  failed_checks: row.failed_checks,
  missing: row.missing === nothing ? [] : JSON.parse(row.missing),
  created_on: readInstant(row.created_on),
  updated_on: readInstant(row.updated_on)
})

const nothing = "[]"

const isTrue = (value: boolean | number): boolean => value === true || value === 1

const instantOf = (value: InstantValue | null) => value === null ? null : readInstant(value)

type RrsetList = readonly [
  sort_key: string,
  type: Rrset["type"],
  ttl: number,
  records: string,
  protected_reason: Rrset["protected_reason"]
]

export const contentOf = (row: ContentRow): ZoneContent => {
  const lists: ReadonlyArray<RrsetList> = row.rrsets === null ? [] : JSON.parse(row.rrsets)
  return {
    zone: zoneOf(row),
    rrsets: lists.map(([sort_key, type, ttl, records, protected_reason]) => ({
      name: nameAt(sort_key, row.name),
      type,
      ttl,
      records: JSON.parse(records),
      protected_reason
    }))
  }
}

export const rrsetOf = (row: RrsetRow, zone: Zone["name"]): Rrset => ({
  name: nameAt(row.sort_key, zone),
  type: row.type,
  ttl: row.ttl,
  records: JSON.parse(row.records),
  protected_reason: row.protected_reason
})

export const rrsetRow = (rrset: Rrset, zone: Zone["name"]): RrsetRow => ({
  sort_key: sortKeyOf(rrset.name, zone),
  type: rrset.type,
  ttl: rrset.ttl,
  records: JSON.stringify(rrset.records),
  protected_reason: rrset.protected_reason
})

const instantText = (instant: Zone["displaced_on"]) => instant === null ? null : DateTime.formatIso(instant)

/** Columns of both rows that decide if a zone is found by its name. */
export const visibilityOf = ({ displaced_on, is_served }: Zone, { bool }: Pick<Dialect, "bool">) => ({
  is_served: bool(is_served),
  displaced_on: instantText(displaced_on)
})

/** Columns that change with serials and checks. */
export const stateOf = (zone: Zone, words: Pick<Dialect, "bool">) => ({
  serial: zone.serial,
  nameservers: JSON.stringify(zone.nameservers),
  rname: zone.rname,
  dnssec_status: zone.dnssec_status,
  dnssec_registry_publish: zone.dnssec_registry_publish,
  vanity_nameserver_set_id: zone.vanity_nameserver_set_id,
  rrset_count: zone.rrset_count,
  record_count: zone.record_count,
  record_characters: zone.record_characters,
  ownership: zone.ownership,
  proof: zone.proof,
  was_held: words.bool(zone.was_held),
  ...visibilityOf(zone, words),
  checked_on: instantText(zone.checked_on),
  check_due_on: instantText(zone.check_due_on),
  failed_checks: zone.failed_checks,
  missing: JSON.stringify(zone.missing),
  updated_on: DateTime.formatIso(zone.updated_on)
})
