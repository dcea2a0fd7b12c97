import { Schema } from "effect"
import { Instant, OrganizationId, TypeId } from "../shared/index.ts"
import { DnsName } from "./DnsName.ts"
import { zoneOwnershipFields } from "./ownership/Ownership.ts"
import { VanitySetId } from "./vanity/VanitySet.ts"

export const ZoneId = TypeId.schema("zone").pipe(Schema.brand("ZoneId"))
export type ZoneId = typeof ZoneId.Type
export const newZoneId = TypeId.generator("zone", (text) => ZoneId.make(text))

export const DnssecStatus = Schema.Literals(["enabled", "disabled"]).annotate({ identifier: "DnssecStatus" })
export type DnssecStatus = typeof DnssecStatus.Type

/** Outcome of the publication of the DS records at the parent. Source: REST specification, "DNS". */
export const DnssecRegistryPublish = Schema.Literals(["published", "deferred", "skipped", "withdrawn", "failed"])
  .annotate({ identifier: "DnssecRegistryPublishOutcome" })
export type DnssecRegistryPublish = typeof DnssecRegistryPublish.Type

/** A stored zone without its RRsets. SOA, apex NS and DNSKEY are derived from it and are not stored as RRsets. */
export const Zone = Schema.Struct({
  dns_zone_id: ZoneId,
  organization_id: OrganizationId,
  /** Absolute, in lower case. Unique in an organization, except for displaced zones. */
  name: DnsName,
  /**
   * Increases with every change and never decreases (RFC 1982). `YYYYMMDDnn`, unless a day has more than 100 changes.
   */
  serial: Schema.Int,
  /** The apex NS RRset; the first one is the MNAME of the SOA. */
  nameservers: Schema.Array(DnsName),
  rname: DnsName,
  dnssec_status: DnssecStatus,
  /** Null until DS records were submitted or skipped. */
  dnssec_registry_publish: Schema.NullOr(DnssecRegistryPublish),
  vanity_nameserver_set_id: Schema.NullOr(VanitySetId),
  /** Number of stored RRsets. */
  rrset_count: Schema.Int,
  record_count: Schema.Int,
  /** Characters of the texts of all records, see `limits.zoneText`. */
  record_characters: Schema.Int,
  ...zoneOwnershipFields,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
})
export type Zone = typeof Zone.Type
