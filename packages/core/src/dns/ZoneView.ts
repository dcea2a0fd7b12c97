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
  /** Null if callers may write. */
  protected_reason: Schema.NullOr(ProtectedReason)
}

/** A record in responses; it is protected with its RRset. */
export const RecordView = Schema.Struct({ rdata: Schema.String, ...protection })
  .annotate({ identifier: "DnsRecord" })
export type RecordView = typeof RecordView.Type

/** An RRset in responses. */
export const RrsetView = Schema.Struct({
  /** Relative to the zone; `@` is the apex. */
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

/** Parts of a name according to the Public Suffix List, without private suffixes; null for missing parts. */
export const DomainNameParts = Schema.Struct({
  subdomain: Schema.NullOr(Schema.String),
  domain: Schema.NullOr(Schema.String),
  suffix: Schema.NullOr(Schema.String)
}).annotate({ identifier: "DomainNameParts" })
export type DomainNameParts = typeof DomainNameParts.Type

/** A zone in responses. Its RRsets include SOA, apex NS, DNSKEY and DS. Source: REST specification, "DNS". */
export const ZoneDetails = Schema.Struct({
  dns_zone_id: ZoneId,
  name: DnsName,
  domain_parts: DomainNameParts,
  /** Serial of the SOA; writes may require it. */
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

/** One step of a change set. Steps about records have all four members, other steps none. */
export const ChangeStep = Schema.Struct({
  action: ChangeAction,
  /** Absolute. */
  rrset_name: Schema.NullOr(DnsName),
  rrset_type: Schema.NullOr(DnsRrsetType),
  record_data: Schema.NullOr(Schema.String),
  ttl: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "DnsChange" })
export type ChangeStep = typeof ChangeStep.Type

/** Changes of a write. Without changes it has no id and no steps; a new serial is one of the steps. */
export const ChangeSet = Schema.Struct({
  changes: Schema.Array(ChangeStep),
  /** A UUID. */
  changeset_id: Schema.NullOr(Schema.String),
  num_changes: Schema.Int,
  zone_name: DnsName,
  dnssec_registry_publish: Schema.NullOr(DnssecRegistryPublish)
}).annotate({ identifier: "DnsChangeSet" })
export type ChangeSet = typeof ChangeSet.Type

/** Valid input that is probably a mistake; `loc` is a pointer in the request. */
export const ZoneWarning = Schema.Struct({
  loc: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  msg: Schema.String,
  type: Schema.String,
  input: Schema.Unknown
}).annotate({ identifier: "DnsWarning" })
export type ZoneWarning = typeof ZoneWarning.Type

/** Result of a write. */
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

/** A new zone with its change set; `dnssec_registry_publish` is the same in both. */
export const CreatedZone = Schema.Struct({
  ...ZoneDetails.fields,
  ...ChangeSet.fields,
  warnings: Schema.Array(ZoneWarning)
}).annotate({ identifier: "DnsZoneCreated" })
export type CreatedZone = typeof CreatedZone.Type

/** A record of a master file that was not imported. */
export const LeftOutRecord = Schema.Struct({
  /** Line on which it begins, counted from 1. */
  line: Schema.Int,
  name: DnsName,
  /** Any type of the DNS, including types that zones cannot have. */
  type: Schema.String,
  /** `managed`: SOA, apex NS, records of signing, and protected RRsets. `unsupported_type`: of a lenient import only. */
  reason: Schema.Literals(["managed", "unsupported_type"])
}).annotate({ identifier: "DnsLeftOutRecord" })
export type LeftOutRecord = typeof LeftOutRecord.Type

export const ZoneImport = Schema.Struct({
  ...ZoneWrite.fields,
  /** At most 1,000. */
  left_out: Schema.Array(LeftOutRecord),
  /** Number of all records that were left out, including those not listed. */
  left_out_count: Schema.Int,
  /** True if nothing was stored. */
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

/** One version with its changes. */
export const ZoneVersionDetails = Schema.Struct({
  ...ZoneVersionView.fields,
  zone_name: DnsName,
  changes: Schema.Array(ChangeStep)
}).annotate({ identifier: "DnsZoneVersionDetails" })
export type ZoneVersionDetails = typeof ZoneVersionDetails.Type

/** Changes of a write, with warnings about valid but doubtful content. */
export const WrittenZone = Schema.Struct({
  ...ChangeSet.fields,
  serial: Schema.Int,
  warnings: Schema.Array(ZoneWarning)
}).annotate({ identifier: "DnsZoneWritten" })
export type WrittenZone = typeof WrittenZone.Type

/** The result of a write. */
export const writtenZoneOf = ({ change_set, serial, warnings }: ZoneWrite): WrittenZone => ({
  ...change_set,
  serial,
  warnings
})

/** The result of an import. */
export const ImportedZone = Schema.Struct({
  ...WrittenZone.fields,
  left_out: ZoneImport.fields.left_out,
  left_out_count: ZoneImport.fields.left_out_count,
  dry_run: ZoneImport.fields.dry_run
}).annotate({ identifier: "DnsZoneImported" })
