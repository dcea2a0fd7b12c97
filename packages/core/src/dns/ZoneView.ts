import { Schema } from "effect"
import { Instant } from "../shared/index.ts"
import { AssignedTag } from "../tags/index.ts"
import { DnsName } from "./DnsName.ts"
import { ZoneOwnershipView } from "./ownership/Ownership.ts"
import { DnsRrsetType } from "./RecordType.ts"
import { ProtectedReason } from "./Rrset.ts"
import { VanitySetId } from "./vanity/VanitySet.ts"
import { DnssecRegistryPublish, DnssecStatus, ZoneId } from "./Zone.ts"
import { ZoneChangeCause } from "./ZoneChange.ts"

const protection = {
  protected: Schema.Boolean,
  /** Null where callers may write. */
  protected_reason: Schema.NullOr(ProtectedReason)
}

/** A record as callers see it; it is protected with its RRset. */
export const RecordView = Schema.Struct({ rdata: Schema.String, ...protection })
  .annotate({ identifier: "DnsRecord" })
export type RecordView = typeof RecordView.Type

/** An RRset as callers see it. */
export const RrsetView = Schema.Struct({
  /** As seen from the zone; `@` is the apex. */
  name: Schema.String,
  /** The same name, absolute. */
  fqdn: DnsName,
  type: DnsRrsetType,
  /** Seconds. */
  ttl: Schema.Int,
  records: Schema.Array(RecordView),
  ...protection
}).annotate({ identifier: "DnsRrset" })
export type RrsetView = typeof RrsetView.Type

/** The parts of a name by the public suffix list, without private suffixes; null for parts that it lacks. */
export const DomainNameParts = Schema.Struct({
  subdomain: Schema.NullOr(Schema.String),
  domain: Schema.NullOr(Schema.String),
  suffix: Schema.NullOr(Schema.String)
}).annotate({ identifier: "DomainNameParts" })
export type DomainNameParts = typeof DomainNameParts.Type

/** A zone as callers see it. SOA, apex NS, DNSKEY and DS are among its RRsets. Source: REST specification, "DNS". */
export const ZoneDetails = Schema.Struct({
  dns_zone_id: ZoneId,
  name: DnsName,
  domain_parts: DomainNameParts,
  /** Of the SOA; writes may say which one they expect. */
  serial: Schema.Int,
  dnssec_status: DnssecStatus,
  dnssec_registry_publish: Schema.NullOr(DnssecRegistryPublish),
  vanity_nameserver_set_id: Schema.NullOr(VanitySetId),
  /** In the canonical order of names, then by type. */
  rrsets: Schema.Array(RrsetView),
  ownership: ZoneOwnershipView,
  /** Null unless requested. */
  tags: Schema.NullOr(Schema.Array(AssignedTag)),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "DnsZone" })
export type ZoneDetails = typeof ZoneDetails.Type

export const ChangeAction = Schema.Literals([
  "create_zone",
  "delete_zone",
  "create_record",
  "delete_record",
  "enable_dnssec",
  "disable_dnssec"
]).annotate({ identifier: "DnsChangeAction" })
export type ChangeAction = typeof ChangeAction.Type

/** One step of a change set; steps about records have all four members, other steps none. */
export const ChangeStep = Schema.Struct({
  action: ChangeAction,
  /** Absolute. */
  rrset_name: Schema.NullOr(DnsName),
  rrset_type: Schema.NullOr(DnsRrsetType),
  record_data: Schema.NullOr(Schema.String),
  ttl: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "DnsChange" })
export type ChangeStep = typeof ChangeStep.Type

/** What a write changed. A write that changed nothing has no id and no steps; a new serial is among the steps. */
export const ChangeSet = Schema.Struct({
  changes: Schema.Array(ChangeStep),
  /** A UUID. */
  changeset_id: Schema.NullOr(Schema.String),
  num_changes: Schema.Int,
  zone_name: DnsName,
  dnssec_registry_publish: Schema.NullOr(DnssecRegistryPublish)
}).annotate({ identifier: "DnsChangeSet" })
export type ChangeSet = typeof ChangeSet.Type

/** What is legal and probably a mistake; `loc` is a place in the request. */
export const ZoneWarning = Schema.Struct({
  loc: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  msg: Schema.String,
  type: Schema.String,
  input: Schema.Unknown
}).annotate({ identifier: "DnsWarning" })
export type ZoneWarning = typeof ZoneWarning.Type

/** What a write did. */
export const ZoneWrite = Schema.Struct({
  change_set: ChangeSet,
  /** After the write. */
  serial: Schema.Int,
  warnings: Schema.Array(ZoneWarning)
}).annotate({ identifier: "DnsZoneWrite" })
export type ZoneWrite = typeof ZoneWrite.Type

/** A zone after DNSSEC was switched, with its change set. */
export const SignedZone = Schema.Struct({ ...ZoneDetails.fields, ...ChangeSet.fields })
  .annotate({ identifier: "DnsZoneSigned" })
export type SignedZone = typeof SignedZone.Type

/** A new zone with its change set; both have `dnssec_registry_publish`, which is the same. */
export const CreatedZone = Schema.Struct({
  ...ZoneDetails.fields,
  ...ChangeSet.fields,
  warnings: Schema.Array(ZoneWarning)
}).annotate({ identifier: "DnsZoneCreated" })
export type CreatedZone = typeof CreatedZone.Type

/** A record of a master file that was not imported. */
export const LeftOutRecord = Schema.Struct({
  /** Where it begins, counted from 1. */
  line: Schema.Int,
  name: DnsName,
  /** A type of the DNS, not only one that zones know. */
  type: Schema.String,
  /** `managed`: SOA, apex NS, records of signing, and protected RRsets. `unsupported_type`: of a lenient import only. */
  reason: Schema.Literals(["managed", "unsupported_type"])
}).annotate({ identifier: "DnsLeftOutRecord" })
export type LeftOutRecord = typeof LeftOutRecord.Type

export const ZoneImport = Schema.Struct({
  ...ZoneWrite.fields,
  /** At most 1,000. */
  left_out: Schema.Array(LeftOutRecord),
  /** Number of all records that were left out, listed or not. */
  left_out_count: Schema.Int,
  /** Whether the import was only tried, so that nothing was stored. */
  dry_run: Schema.Boolean
}).annotate({ identifier: "DnsZoneImport" })
export type ZoneImport = typeof ZoneImport.Type

/** A zone as the text of a master file (RFC 1035, section 5). */
export interface ZoneMasterFile {
  readonly name: DnsName
  readonly serial: number
  readonly text: string
}

/** One entry of a zone's history. */
export const ZoneVersionView = Schema.Struct({
  changeset_id: Schema.String,
  serial: Schema.Int,
  cause: ZoneChangeCause,
  /** Id of the credential or user; null for the platform's own changes. */
  changed_by: Schema.NullOr(Schema.String),
  changed_on: Instant.Instant,
  num_changes: Schema.Int
}).annotate({ identifier: "DnsZoneVersion" })
export type ZoneVersionView = typeof ZoneVersionView.Type

/** What one version changed. */
export const ZoneVersionDetails = Schema.Struct({
  ...ZoneVersionView.fields,
  zone_name: DnsName,
  changes: Schema.Array(ChangeStep)
}).annotate({ identifier: "DnsZoneVersionDetails" })
export type ZoneVersionDetails = typeof ZoneVersionDetails.Type
