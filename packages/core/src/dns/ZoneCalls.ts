import { Effect, Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  listCalls,
  type ListRequest,
  OrganizationId,
  type Page,
  repeatable,
  type RepeatableCallOptions
} from "../shared/index.ts"
import { ZoneDnssec } from "./dnssec/ZoneDnssec.ts"
import { ZoneClaims } from "./ownership/ZoneClaims.ts"
import { PublicationViews, ZoneProgress } from "./publication/PublicationViews.ts"
import { ZoneCounts, type ZoneSortField } from "./ZoneFilter.ts"
import { zoneList } from "./ZoneList.ts"
import {
  CreateZone,
  ImportOptions,
  PatchRecords,
  PatchRrsets,
  ReplaceRrsets,
  RestoreZone,
  ZoneInclude
} from "./ZoneRequest.ts"
import { Zones } from "./Zones.ts"
import { CreatedZone, ImportedZone, SignedZone, WrittenZone, writtenZoneOf, ZoneDetails } from "./ZoneView.ts"

const zoneFilter = {
  ...zoneList.filter,
  /** A suborganization. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}

const ZoneQuery = Schema.Struct({ include: Schema.optionalKey(Schema.Array(ZoneInclude)) })

const condition = {
  /** The write happens only if the zone has this serial, as with the header `If-Match` of REST. */
  expected_serial: Schema.optionalKey(Schema.Int)
}
const WriteCondition = Schema.Struct(condition)
const ImportQuery = Schema.Struct({ ...ImportOptions.fields, ...condition })

export interface ZoneJson extends JsonOf<typeof ZoneDetails> {}
export interface CreatedZoneJson extends JsonOf<typeof CreatedZone> {}
export interface SignedZoneJson extends JsonOf<typeof SignedZone> {}
export interface WrittenZoneJson extends JsonOf<typeof WrittenZone> {}
export interface ImportedZoneJson extends JsonOf<typeof ImportedZone> {}
export interface ZoneSummaryJson extends JsonOf<typeof ZoneCounts> {}
export interface ZoneProgressJson extends JsonOf<typeof ZoneProgress> {}
export interface CreateZoneInput extends InputOf<typeof CreateZone> {}
export interface ReplaceRrsetsInput extends InputOf<typeof ReplaceRrsets> {}
export interface PatchRrsetsInput extends InputOf<typeof PatchRrsets> {}
export interface PatchRecordsInput extends InputOf<typeof PatchRecords> {}
export interface RestoreZoneInput extends InputOf<typeof RestoreZone> {}
export interface ZoneFilterInput extends InputOf<Schema.Struct<typeof zoneFilter>> {}
export interface ZoneQueryInput extends InputOf<typeof ZoneQuery> {}
export interface WriteConditionInput extends InputOf<typeof WriteCondition> {}
export interface ImportZoneInput extends InputOf<typeof ImportQuery> {}

/** DNS zones. A zone is named by its name or its id; TTLs are in seconds. */
export interface ZoneCalls {
  /**
   * Creates a zone, with its first RRsets if it has any.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS, ERROR_DNS_RRSET_PROTECTED, ERROR_DOMAIN_DNSSEC_ENABLE_SUPERSEDED, ERROR_ORGANIZATION_NOT_FOUND,
   *   ERROR_VANITY_NS_NOT_FOUND, ERROR_VANITY_NS_STATE, ERROR_ZONE_ALREADY_EXISTS, ERROR_ZONE_NAME_HELD,
   *   ERROR_ZONE_VALIDATION_FAILED
   *
   * @example
   * await caller.zones.create({
   *   name: "example.com",
   *   rrsets: [{ name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] }]
   * })
   */
  readonly create: (zone: CreateZoneInput, options?: RepeatableCallOptions) => Promise<CreatedZoneJson>
  /**
   * Returns one page of zones with their RRsets, newest first unless `sort` says otherwise.
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items } = await caller.zones.page({ filter: { dnssec_status: "enabled" } })
   */
  readonly page: (
    request?: ListRequest<ZoneFilterInput, ZoneSortField, ZoneInclude>,
    options?: CallOptions
  ) => Promise<Page<ZoneJson>>
  /**
   * Iterates over all zones that match a filter.
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const zone of caller.zones.all({ suffix: "com" })) console.log(zone.name, zone.serial)
   */
  readonly all: (filter?: ZoneFilterInput, options?: AllOptions<ZoneSortField, ZoneInclude>) => AsyncIterable<ZoneJson>
  /**
   * Returns a zone with its RRsets.
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ZONE_NOT_FOUND
   *
   * @example
   * const { rrsets, serial } = await caller.zones.get("example.com")
   */
  readonly get: (zone_name: string, query?: ZoneQueryInput, options?: CallOptions) => Promise<ZoneJson>
  /**
   * Counts zones, signed and unsigned.
   *
   * Rights: `dns:read`.
   *
   * @example
   * const { total_zones } = await caller.zones.summary()
   */
  readonly summary: (options?: CallOptions) => Promise<ZoneSummaryJson>
  /**
   * Deletes a zone. A registered domain of this name is unchanged.
   *
   * Rights: `dns:delete`.
   *
   * @throws ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY,
   *   ERROR_REGISTRY_UNAVAILABLE, ERROR_ZONE_IN_USE, ERROR_ZONE_NOT_FOUND
   *
   * @example
   * await caller.zones.remove("example.com", { expected_serial: zone.serial })
   */
  readonly remove: (zone_name: string, condition?: WriteConditionInput, options?: CallOptions) => Promise<void>
  /**
   * Replaces all RRsets of a zone that its users manage.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS_RRSET_PROTECTED, ERROR_PRECONDITION_FAILED, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND,
   *   ERROR_ZONE_VALIDATION_FAILED
   *
   * @example
   * await caller.zones.replaceRrsets("example.com", {
   *   rrsets: [{ name: "@", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] }]
   * })
   */
  readonly replaceRrsets: (
    zone_name: string,
    rrsets: ReplaceRrsetsInput,
    condition?: WriteConditionInput,
    options?: CallOptions
  ) => Promise<WrittenZoneJson>
  /**
   * Creates, replaces and removes whole RRsets, all or none.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS_RRSET_PROTECTED, ERROR_PRECONDITION_FAILED, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND,
   *   ERROR_ZONE_VALIDATION_FAILED
   *
   * @example
   * await caller.zones.patchRrsets("example.com", { ops: [{ op: "remove", rrset: { name: "old", type: "A" } }] })
   */
  readonly patchRrsets: (
    zone_name: string,
    changes: PatchRrsetsInput,
    condition?: WriteConditionInput,
    options?: CallOptions
  ) => Promise<WrittenZoneJson>
  /**
   * Creates and removes single records, all or none.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS_RRSET_PROTECTED, ERROR_PRECONDITION_FAILED, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND,
   *   ERROR_ZONE_VALIDATION_FAILED
   *
   * @example
   * await caller.zones.patchRecords("example.com", {
   *   ops: [{ op: "upsert", record: { name: "_acme-challenge", type: "TXT", ttl: 60, rdata: "token" } }]
   * })
   */
  readonly patchRecords: (
    zone_name: string,
    changes: PatchRecordsInput,
    condition?: WriteConditionInput,
    options?: CallOptions
  ) => Promise<WrittenZoneJson>
  /**
   * Returns the serial that each nameserver serves, and the one that it is to serve.
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ZONE_NOT_FOUND
   *
   * @example
   * const progress = await caller.zones.publication("example.com")
   */
  readonly publication: (zone_name: string, options?: CallOptions) => Promise<ZoneProgressJson>
  /**
   * Restores the RRsets that a zone had at an earlier serial.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS_RRSET_PROTECTED, ERROR_PRECONDITION_FAILED, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND,
   *   ERROR_ZONE_VALIDATION_FAILED, ERROR_ZONE_VERSION_NOT_FOUND
   *
   * @example
   * await caller.zones.restore("example.com", { serial: 2026010100 })
   */
  readonly restore: (
    zone_name: string,
    version: RestoreZoneInput,
    condition?: WriteConditionInput,
    options?: CallOptions
  ) => Promise<WrittenZoneJson>
  /**
   * Returns a zone as the text of a master file (RFC 1035, section 5).
   *
   * Rights: `dns:read`.
   *
   * @throws ERROR_ZONE_NOT_FOUND
   *
   * @example
   * await writeFile("example.com.zone", await caller.zones.exportMasterFile("example.com"))
   */
  readonly exportMasterFile: (zone_name: string, options?: CallOptions) => Promise<string>
  /**
   * Replaces all RRsets that users manage by those of a master file. With `dry_run`, nothing is stored.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS_RRSET_PROTECTED, ERROR_PRECONDITION_FAILED, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND,
   *   ERROR_ZONE_VALIDATION_FAILED
   *
   * @example
   * const { left_out } = await caller.zones.importMasterFile("example.com", text, { mode: "lenient", dry_run: true })
   */
  readonly importMasterFile: (
    zone_name: string,
    text: string,
    query?: ImportZoneInput,
    options?: CallOptions
  ) => Promise<ImportedZoneJson>
  /**
   * Signs a zone and publishes its DS records. `dnssec_registry_publish` is `deferred` if the publication takes longer.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS, ERROR_DOMAIN_DNSSEC_DIGEST_POLICY, ERROR_DOMAIN_DNSSEC_ENABLE_SUPERSEDED,
   *   ERROR_DOMAIN_DNSSEC_ZONE_RECORDS_UNAVAILABLE, ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_REGISTRY_POLICY,
   *   ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND
   *
   * @example
   * const { dnssec_registry_publish } = await caller.zones.enableDnssec("example.com")
   */
  readonly enableDnssec: (zone_name: string, options?: CallOptions) => Promise<SignedZoneJson>
  /**
   * Withdraws the DS records of a zone, and ends signing when resolvers no longer cache them.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND
   *
   * @example
   * await caller.zones.disableDnssec("example.com")
   */
  readonly disableDnssec: (zone_name: string, options?: CallOptions) => Promise<SignedZoneJson>
  /**
   * Begins a key rollover, which takes some days.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_DNS, ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_REQUEST_IN_PROGRESS, ERROR_ZONE_DISPLACED,
   *   ERROR_ZONE_NOT_FOUND
   *
   * @example
   * await caller.zones.rollDnssec("example.com")
   */
  readonly rollDnssec: (zone_name: string, options?: CallOptions) => Promise<SignedZoneJson>
  /**
   * Verifies the ownership of a zone. At most one check in 10 seconds.
   *
   * Rights: `dns:manage`.
   *
   * @throws ERROR_REQUEST_IN_PROGRESS, ERROR_ZONE_DISPLACED, ERROR_ZONE_NOT_FOUND
   *
   * @example
   * const zone = await caller.zones.claim("example.com")
   */
  readonly claim: (zone_name: string, options?: CallOptions) => Promise<ZoneJson>
}

const byName = inPath("zone_name", Schema.String)
const conditionally = inQuery(WriteCondition)

export const zoneCalls = {
  create: repeatable([inBody(CreateZone)], CreatedZone, (zone) => Zones.use((zones) => zones.create(zone))),
  ...listCalls(
    [],
    { ...zoneList, filter: zoneFilter },
    ZoneDetails,
    "dns_zone_id",
    ({ filter: { organization_id, ...filter }, include, page, sort }) =>
      Zones.use((zones) => zones.list(filter, sort, page, include, organization_id))
  ),
  get: call(
    [byName, inQuery(ZoneQuery)],
    ZoneDetails,
    (zone, { include = [] }) => Zones.use((zones) => zones.get(zone, include))
  ),
  summary: call([], ZoneCounts, () => Zones.use((zones) => zones.summary)),
  remove: call(
    [byName, conditionally],
    Schema.Void,
    (zone, { expected_serial }) => Zones.use((zones) => zones.remove(zone, expected_serial))
  ),
  replaceRrsets: call(
    [byName, inBody(ReplaceRrsets), conditionally],
    WrittenZone,
    (zone, rrsets, { expected_serial }) =>
      Effect.map(Zones.use((zones) => zones.replaceRrsets(zone, rrsets, expected_serial)), writtenZoneOf)
  ),
  patchRrsets: call(
    [byName, inBody(PatchRrsets), conditionally],
    WrittenZone,
    (zone, changes, { expected_serial }) =>
      Effect.map(Zones.use((zones) => zones.patchRrsets(zone, changes, expected_serial)), writtenZoneOf)
  ),
  patchRecords: call(
    [byName, inBody(PatchRecords), conditionally],
    WrittenZone,
    (zone, changes, { expected_serial }) =>
      Effect.map(Zones.use((zones) => zones.patchRecords(zone, changes, expected_serial)), writtenZoneOf)
  ),
  publication: call([byName], ZoneProgress, (zone) => PublicationViews.use((publications) => publications.of(zone))),
  restore: call(
    [byName, inBody(RestoreZone), conditionally],
    WrittenZone,
    (zone, { serial }, { expected_serial }) =>
      Effect.map(Zones.use((zones) => zones.restore(zone, serial, expected_serial)), writtenZoneOf)
  ),
  exportMasterFile: call(
    [byName],
    Schema.String,
    (zone) => Effect.map(Zones.use((zones) => zones.exportMasterFile(zone)), ({ text }) => text)
  ),
  importMasterFile: call(
    [byName, inBody(Schema.String), inQuery(ImportQuery)],
    ImportedZone,
    (zone, text, { expected_serial, ...query }) =>
      Effect.map(
        Zones.use((zones) => zones.importMasterFile(zone, text, query, expected_serial)),
        ({ dry_run, left_out, left_out_count, ...write }) => ({
          ...writtenZoneOf(write),
          left_out,
          left_out_count,
          dry_run
        })
      )
  ),
  enableDnssec: call([byName], SignedZone, (zone) => ZoneDnssec.use((dnssec) => dnssec.enable(zone))),
  disableDnssec: call([byName], SignedZone, (zone) => ZoneDnssec.use((dnssec) => dnssec.disable(zone))),
  rollDnssec: call([byName], SignedZone, (zone) => ZoneDnssec.use((dnssec) => dnssec.roll(zone))),
  claim: call([byName], ZoneDetails, (zone) => ZoneClaims.use((claims) => claims.claim(zone)))
} satisfies CallsFor<ZoneCalls>
