import type { Rrset, RrsetChange, ZoneApex, ZoneChange, ZoneIdentity, ZoneVersion } from "@namewright/core/dns"
import { DateTime } from "effect"
import { type InstantValue, readInstant } from "../Codecs.ts"
import { nameAt, sortKeyOf } from "./SortKey.ts"

/** Row of a history entry. */
export interface VersionRow extends Omit<ZoneVersion, "changed_on"> {
  readonly changed_on: InstantValue
}

export interface ChangeRow extends VersionRow {
  readonly content: string
}

type StoredRrset = readonly [ttl: number, records: Rrset["records"], protected_reason: Rrset["protected_reason"]]

/** Stored text of a change; short, because a zone may have many changes. */
interface StoredChange {
  readonly before: ZoneApex | null
  readonly after: ZoneApex
  readonly rrsets: ReadonlyArray<
    readonly [sort_key: string, type: Rrset["type"], before: StoredRrset | null, after: StoredRrset | null]
  >
}

const stored = (rrset: Rrset | null): StoredRrset | null =>
  rrset === null ? null : [rrset.ttl, rrset.records, rrset.protected_reason]

/** Makes the row of a change of a zone. */
export const changeRow = (change: ZoneChange, zone: ZoneIdentity["name"]) => ({
  dns_zone_id: change.dns_zone_id,
  serial: change.serial,
  changeset_id: change.changeset_id,
  cause: change.cause,
  changed_by: change.changed_by,
  changed_on: DateTime.formatIso(change.changed_on),
  num_changes: change.num_changes,
  content: JSON.stringify(
    {
      before: change.before,
      after: change.after,
      rrsets: change.rrsets.map(({ after, before, name, type }) =>
        [sortKeyOf(name, zone), type, stored(before), stored(after)] as const
      )
    } satisfies StoredChange
  )
})

export const versionOf = (row: VersionRow): ZoneVersion => ({
  changeset_id: row.changeset_id,
  dns_zone_id: row.dns_zone_id,
  serial: row.serial,
  cause: row.cause,
  changed_by: row.changed_by,
  changed_on: readInstant(row.changed_on),
  num_changes: row.num_changes
})

export const changeOf = (row: ChangeRow, zone: ZoneIdentity["name"]): ZoneChange => {
  const { after, before, rrsets }: StoredChange = JSON.parse(row.content)
  return { ...versionOf(row), before, after, rrsets: rrsets.map((change) => rrsetChange(change, zone)) }
}

const rrsetChange = (
  [sort_key, type, before, after]: StoredChange["rrsets"][number],
  zone: ZoneIdentity["name"]
): RrsetChange => {
  const name = nameAt(sort_key, zone)
  const rrset = (side: StoredRrset | null): Rrset | null =>
    side === null ? null : { name, type, ttl: side[0], records: side[1], protected_reason: side[2] }
  return { name, type, before: rrset(before), after: rrset(after) }
}
