import { Result } from "effect"
import { Hex } from "effect/encoding"
import * as DnsName from "../DnsName.ts"
import { Rdata } from "../rdata/index.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { Rrset } from "../Rrset.ts"

/** A parsed record. */
export interface RecordEntry {
  /** Canonical presentation text. */
  readonly text: string
  /** Comparison key, equal for equivalent records; sorts in the canonical order of RFC 4034, section 6.3. */
  readonly key: string
}

export const entryOf = <T extends DnsRrsetType>(type: T, value: Rdata.RdataValues[T]): RecordEntry => ({
  text: Rdata.text(type, value),
  key: Hex.encode(Rdata.encode(type, value, "comparison"))
})

const stored = { origin: DnsName.root, form: "zone_file" } as const

/** Value of a stored record. */
export const valueOf = <T extends DnsRrsetType>(type: T, text: string): Rdata.RdataValues[T] =>
  Result.getOrThrow(Rdata.parse(type, text, stored))

/** Records of an RRset with their comparison keys. */
export const entriesOf = ({ records, type }: Pick<Rrset, "records" | "type">): ReadonlyArray<RecordEntry> =>
  records.map((text) => ({ text, key: entryOf(type, valueOf(type, text)).key }))

/** Canonical order of an RRset that the platform generates. RRsets of callers keep the order of the request. */
export const sortedTexts = (entries: ReadonlyArray<RecordEntry>): ReadonlyArray<string> =>
  entries.toSorted(({ key: left }, { key: right }) => left < right ? -1 : left > right ? 1 : 0).map(({ text }) => text)

/** True if two RRsets of one name and type are identical, including text and order. */
export const isSameRrset = (left: Rrset, right: Rrset): boolean =>
  left.ttl === right.ttl && left.protected_reason === right.protected_reason &&
  left.records.length === right.records.length &&
  left.records.every((text, index) => text === right.records[index])
