import type { ObjectChange } from "../objectlog/index.ts"
import type { Zone } from "./Zone.ts"
import type { ZoneChange } from "./ZoneChange.ts"

/** Members of a zone in the object log. Its RRsets are in its history, under the changeset id of the entry. */
const loggedZone = (
  { dnssec_status, name, nameservers, record_count, rname, rrset_count, serial, vanity_nameserver_set_id }: Zone
) => ({ name, serial, nameservers, rname, dnssec_status, vanity_nameserver_set_id, rrset_count, record_count })

const objectOf = ({ dns_zone_id, organization_id }: Zone) => ({
  organization_id,
  object_type: "ZONE" as const,
  object_id: dns_zone_id
})

const versionOf = ({ cause, changeset_id, num_changes }: ZoneChange) => ({ changeset_id, cause, num_changes })

export const zoneCreated = (zone: Zone, change: ZoneChange): ObjectChange => ({
  ...objectOf(zone),
  action: "CREATED",
  after: { ...loggedZone(zone), ...versionOf(change) }
})

/** `IMPORTED` if a master file was imported. */
export const zoneUpdated = (before: Zone, after: Zone, change: ZoneChange): ObjectChange => ({
  ...objectOf(after),
  action: change.cause === "import" ? "IMPORTED" : "UPDATED",
  before: loggedZone(before),
  after: { ...loggedZone(after), ...versionOf(change) }
})

export const zoneDeleted = (zone: Zone): ObjectChange => ({
  ...objectOf(zone),
  action: "DELETED",
  before: loggedZone(zone)
})
