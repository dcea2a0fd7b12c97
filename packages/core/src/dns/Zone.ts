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

/** What became of the DS records at the parent. Source: REST specification, "DNS". */
export const DnssecRegistryPublish = Schema.Literals(["published", "deferred", "skipped", "withdrawn", "failed"])
  .annotate({ identifier: "DnssecRegistryPublishOutcome" })
export type DnssecRegistryPublish = typeof DnssecRegistryPublish.Type

/** A zone as it is stored, without its RRsets. SOA, apex NS and DNSKEY follow from it and are not stored as RRsets. */
export const Zone = Schema.Struct({
  dns_zone_id: ZoneId,
  organization_id: OrganizationId,
  /** Absolute, in lower case. An organization has one zone of a name, beside those that were displaced. */
  name: DnsName,
  /** Grows with every change and never decreases (RFC 1982); `YYYYMMDDnn` where the day has room. */
  serial: Schema.Int,
  /** The apex NS RRset; the first one is the MNAME of the SOA. */
  nameservers: Schema.Array(DnsName),
  rname: DnsName,
  dnssec_status: DnssecStatus,
  /** Null until something was submitted or skipped. */
  dnssec_registry_publish: Schema.NullOr(DnssecRegistryPublish),
  vanity_nameserver_set_id: Schema.NullOr(VanitySetId),
  /** Of RRsets that are stored. */
  rrset_count: Schema.Int,
  record_count: Schema.Int,
  ...zoneOwnershipFields,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
})
export type Zone = typeof Zone.Type
