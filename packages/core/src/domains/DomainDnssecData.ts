import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { type DnssecData, DsData, KeyData } from "../registry/index.ts"
import { DomainId, type InputIssue, inputIssue, Instant, limits, TypeId } from "../shared/index.ts"

export const DomainDnssecDataId = TypeId.schema("domain_dnssec").pipe(Schema.brand("DomainDnssecDataId"))
export type DomainDnssecDataId = typeof DomainDnssecDataId.Type
export const newDomainDnssecDataId = TypeId.generator("domain_dnssec", (text) => DomainDnssecDataId.make(text))

/** `ds_data` names a key by its digest, `key_data` holds the key itself (RFC 5910, section 4). */
export const DnssecRecordType = Schema.Literals(["ds_data", "key_data"]).annotate({ identifier: "DnssecRecordType" })
export type DnssecRecordType = typeof DnssecRecordType.Type

/** Source: IANA, "DNS Security Algorithm Numbers"; the REST specification's schema `DnssecAlgorithm`. */
const DnssecAlgorithm = Schema.Literals([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15, 16, 17, 23])
  .annotate({ identifier: "DnssecAlgorithm" })
/** Source: IANA, "Digest Algorithms"; the REST specification's schema `DnssecDigestType`. */
const DnssecDigestType = Schema.Literals([1, 2, 3, 4, 5, 6]).annotate({ identifier: "DnssecDigestType" })

/** One entry at the registry. Members of the other record type are null. */
export const DomainDnssecData = Schema.Struct({
  domain_dnssec_data_id: DomainDnssecDataId,
  domain_id: DomainId,
  record_type: DnssecRecordType,
  algorithm: DnssecAlgorithm,
  key_tag: Schema.NullOr(Schema.Int),
  digest_type: Schema.NullOr(DnssecDigestType),
  /** Hexadecimal, upper case. */
  digest: Schema.NullOr(Schema.String),
  flags: Schema.NullOr(Schema.Int),
  protocol: Schema.NullOr(Schema.Int),
  /** Base64. */
  public_key: Schema.NullOr(Schema.String),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "DomainDnssecData" })
export type DomainDnssecData = typeof DomainDnssecData.Type

const member = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** An entry as requests write it; without `record_type` the type follows from its members. */
export const RequestedDnssecData = Schema.Struct({
  record_type: member(DnssecRecordType),
  algorithm: DnssecAlgorithm,
  key_tag: member(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))),
  digest_type: member(DnssecDigestType),
  digest: member(Schema.String),
  flags: member(Schema.Literals([256, 257])),
  protocol: member(Schema.Literal(3)),
  public_key: member(Schema.String)
}).annotate({ identifier: "DomainDnssecDataCreate" })
export type RequestedDnssecData = typeof RequestedDnssecData.Type

/** Complete DNSSEC data for the registry; null is an empty list. */
export const ReplaceDnssecData = Schema.NullOr(
  Schema.Array(RequestedDnssecData).check(Schema.isMaxLength(limits.dnssecData.maximum))
)
export type ReplaceDnssecData = typeof ReplaceDnssecData.Type

type Members = Exclude<keyof RequestedDnssecData, "record_type" | "algorithm">

const needed: { readonly [T in DnssecRecordType]: ReadonlyArray<Members> } = {
  ds_data: ["key_tag", "digest_type", "digest"],
  key_data: ["flags", "protocol", "public_key"]
}

const recordTypeOf = ({ public_key, record_type }: RequestedDnssecData): DnssecRecordType =>
  record_type ?? (typeof public_key === "string" ? "key_data" : "ds_data")

const isBase64 = (text: string): boolean =>
  text.length > 0 && Result.isSuccess(Base64.decode(text)) && /^[A-Za-z0-9+/]+=*$/.test(text)

/** Issues of each entry. Lengths of digests are checked by the policy of the TLD. */
export const dnssecInputIssues = (entries: ReadonlyArray<RequestedDnssecData>): ReadonlyArray<InputIssue> =>
  entries.flatMap((entry, index) => [
    ...needed[recordTypeOf(entry)].flatMap((name) =>
      entry[name] === undefined || entry[name] === null
        ? [inputIssue(["body", index, name], "missing", `${recordTypeOf(entry)} has a ${name}`, entry)]
        : []
    ),
    ...(typeof entry.public_key === "string" && !isBase64(entry.public_key.replaceAll(/\s/g, ""))
      ? [
        inputIssue(
          ["body", index, "public_key"],
          "base64",
          "The public key is base64 with its padding",
          entry.public_key
        )
      ]
      : []),
    ...(typeof entry.digest === "string" && !/^([0-9a-f]{2})+$/i.test(entry.digest.replaceAll(/\s/g, ""))
      ? [
        inputIssue(
          ["body", index, "digest"],
          "hexadecimal",
          "The digest is an even number of hexadecimal digits",
          entry.digest
        )
      ]
      : [])
  ])

/** Entry for the registry command. Requires an entry without issues. */
export const requestedData = (entry: RequestedDnssecData): DnssecData =>
  dataOf({ ...entry, record_type: recordTypeOf(entry) })

type Entry =
  & Pick<DomainDnssecData, "algorithm" | "record_type">
  & { readonly [M in Members]?: DomainDnssecData[M] | undefined }

const dataOf = (entry: Entry): DnssecData =>
  entry.record_type === "ds_data"
    ? {
      record_type: "ds_data",
      key_tag: entry.key_tag ?? 0,
      algorithm: entry.algorithm,
      digest_type: entry.digest_type ?? 0,
      digest: (entry.digest ?? "").replaceAll(/\s/g, "").toUpperCase()
    }
    : {
      record_type: "key_data",
      flags: entry.flags ?? 257,
      protocol: entry.protocol ?? 3,
      algorithm: entry.algorithm,
      public_key: (entry.public_key ?? "").replaceAll(/\s/g, "")
    }

/** Identity of an entry; digests are compared case-insensitively. */
export const dnssecKey = (data: DnssecData): string =>
  data.record_type === "ds_data"
    ? ["ds", data.key_tag, data.algorithm, data.digest_type, data.digest.toUpperCase()].join(" ")
    : ["key", data.flags, data.protocol, data.algorithm, data.public_key].join(" ")

const has = (list: ReadonlyArray<DnssecData>, data: DnssecData): boolean =>
  list.some((other) => dnssecKey(other) === dnssecKey(data))

/** Entries to add and remove so that the registry has the wanted data. */
export const dnssecDifference = (registered: ReadonlyArray<DnssecData>, wanted: ReadonlyArray<DnssecData>) => ({
  add: wanted.filter((data, index) => !has(registered, data) && !has(wanted.slice(0, index), data)),
  remove: registered.filter((data) => !has(wanted, data))
})

/** Registry entry of a stored one. */
export const registryData = (stored: DomainDnssecData): DnssecData => dataOf(stored)

const ShownData = Schema.Union([
  Schema.Struct({ ...DsData.fields, algorithm: DnssecAlgorithm, digest_type: DnssecDigestType }),
  Schema.Struct({ ...KeyData.fields, algorithm: DnssecAlgorithm })
])

/** True if the interface can represent the entry: a transferred domain may use an algorithm that it does not define. */
export const isShownData = Schema.is(ShownData)

/** Stored entries after the registry returned `registered`; entries that remain keep their ids. */
export const keptDnssecData = (
  domain_id: DomainId,
  before: ReadonlyArray<DomainDnssecData>,
  registered: ReadonlyArray<readonly [typeof ShownData.Type, DomainDnssecDataId]>,
  now: Instant.Instant
): ReadonlyArray<DomainDnssecData> => {
  const known = new Map(before.map((stored) => [dnssecKey(registryData(stored)), stored]))
  return registered.map(([data, id]) =>
    known.get(dnssecKey(data)) ?? {
      ...blank,
      ...data,
      domain_dnssec_data_id: id,
      domain_id,
      created_on: now,
      updated_on: now
    }
  )
}

const blank = { key_tag: null, digest_type: null, digest: null, flags: null, protocol: null, public_key: null }
