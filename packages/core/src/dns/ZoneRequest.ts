import { Effect, Schema } from "effect"
import { limits } from "../shared/index.ts"
import { namedRrsetTypes } from "./RecordType.ts"
import { VanitySetId } from "./vanity/VanitySet.ts"
import { DnssecStatus } from "./Zone.ts"

/** Reference to a zone: its name, with or without the final dot, in any case; or its id. */
export type ZoneReference = string

/** Seconds. The bounds are checked by a rule of zones, so that the response lists all problems of the zone. */
const Ttl = Schema.optionalKey(Schema.NullOr(Schema.Finite))

/**
 * Type by name or number. Unsupported types are checked by a rule of zones, so that the response lists all problems.
 */
const RequestedType = Schema.String.check(
  Schema.makeFilter(() => true, {
    toJsonSchema: () => ({ anyOf: [{ enum: [...namedRrsetTypes.literals] }, { pattern: "^TYPE[0-9]{1,5}$" }, {}] })
  })
)

export const RequestedRecord = Schema.Struct({ rdata: Schema.String }).annotate({ identifier: "DnsRecordCreate" })
export type RequestedRecord = typeof RequestedRecord.Type

/** Records of one RRset. Longer lists are refused before their entries are decoded; the rule has a lower bound. */
const Records = Schema.Array(RequestedRecord).check(
  Schema.isMaxLength(10 * limits.rrsetRecords, { issueType: "too_many_records" })
)

/** An RRset in a request. Source: REST specification, "DNS zone, RRset, record". */
export const RequestedRrset = Schema.Struct({
  /** `@` or the empty text for the apex; relative or absolute. */
  name: Schema.String,
  type: RequestedType,
  ttl: Ttl,
  records: Records
}).annotate({ identifier: "DnsRrsetCreate" })
export type RequestedRrset = typeof RequestedRrset.Type

/** RRsets of a zone in a request. */
export const RequestedRrsets = Schema.Array(RequestedRrset).check(
  Schema.isMaxLength(limits.zoneRrsets, { issueType: "too_many_rrsets" })
)

export const CreateZone = Schema.Struct({
  name: Schema.String,
  rrsets: Schema.optionalKey(Schema.NullOr(RequestedRrsets)),
  dnssec_status: Schema.optionalKey(Schema.NullOr(DnssecStatus)),
  /** Absent: the organization's default set. Null: no set. */
  vanity_nameserver_set_id: Schema.optionalKey(Schema.NullOr(VanitySetId))
}).annotate({ identifier: "DnsZoneCreate" })
export type CreateZone = typeof CreateZone.Type

/** All RRsets of a zone that its user manages. Other RRsets of the user are removed; an absent list is empty. */
export const ReplaceRrsets = Schema.Struct({
  rrsets: RequestedRrsets.pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
}).annotate({ identifier: "DnsZoneRrsetsCreate" })
export type ReplaceRrsets = typeof ReplaceRrsets.Type

export const PatchOp = Schema.Literals(["upsert", "remove"]).annotate({ identifier: "PatchOp" })
export type PatchOp = typeof PatchOp.Type

/** Creates, replaces or removes the RRset of a name and type. `remove` ignores all other members. */
export const RrsetOp = Schema.Struct({
  op: PatchOp,
  rrset: Schema.Struct({
    name: Schema.String,
    type: RequestedType,
    ttl: Ttl,
    records: Schema.optionalKey(Schema.NullOr(Records))
  })
}).annotate({ identifier: "DnsRrsetPatchOp" })
export type RrsetOp = typeof RrsetOp.Type

/** Adds a record to an RRset and sets its TTL, or removes a record and ignores the TTL. */
export const RecordOp = Schema.Struct({
  op: PatchOp,
  record: Schema.Struct({ name: Schema.String, type: RequestedType, ttl: Ttl, rdata: Schema.String })
}).annotate({ identifier: "DnsRecordPatchOp" })
export type RecordOp = typeof RecordOp.Type

const atMost = Schema.isMaxLength(limits.zoneOps)

/** In the order in which they apply. */
export const PatchRrsets = Schema.Struct({ ops: Schema.Array(RrsetOp).check(atMost) })
  .annotate({ identifier: "DnsZoneRrsetsPatchOps" })
export type PatchRrsets = typeof PatchRrsets.Type

/** In the order in which they apply. */
export const PatchRecords = Schema.Struct({ ops: Schema.Array(RecordOp).check(atMost) })
  .annotate({ identifier: "DnsZoneRecordsPatchOps" })
export type PatchRecords = typeof PatchRecords.Type

/**
 * `strict` refuses input that `lenient` corrects: TTLs out of bounds, and records of unsupported types, which it leaves
 * out.
 */
export const ImportMode = Schema.Literals(["strict", "lenient"]).annotate({ identifier: "DnsZoneImportMode" })
export type ImportMode = typeof ImportMode.Type

/** Options of the import of a master file. */
export const ImportOptions = Schema.Struct({
  mode: Schema.optionalKey(ImportMode),
  /** True to return the changes without storing them. */
  dry_run: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "DnsZoneImportOptions" })
export type ImportOptions = typeof ImportOptions.Type

/** Restores the content of a zone at a serial of its history. */
export const RestoreZone = Schema.Struct({ serial: Schema.Int }).annotate({ identifier: "DnsZoneRestore" })
export type RestoreZone = typeof RestoreZone.Type

/** Optional members of zones in responses. */
export const ZoneInclude = Schema.Literals(["tags"]).annotate({ identifier: "ZoneIncludeField" })
export type ZoneInclude = typeof ZoneInclude.Type
