import { Result } from "effect"
import * as DnsName from "../DnsName.ts"
import { Rdata, unknownForm } from "../rdata/index.ts"
import { type AnyRecordType, recordTypeNumbers } from "../RecordType.ts"

/** An RRset in a master file. */
export interface PrintedRrset {
  readonly name: DnsName.DnsName
  readonly type: AnyRecordType
  /** Seconds. */
  readonly ttl: number
  /** Canonical presentation text. */
  readonly records: ReadonlyArray<string>
}

/**
 * Prints a master file (RFC 1035, section 5): one record a line, every name absolute. Nameservers do not support ALIAS;
 * it is printed in the form of unknown types (RFC 3597), which they preserve and the platform parses.
 */
export const printMasterFile = (zone: DnsName.DnsName, rrsets: ReadonlyArray<PrintedRrset>): string =>
  [
    `$ORIGIN ${zone}`,
    ...rrsets.flatMap(({ name, records, ttl, type }) =>
      records.map((text) => `${name}\t${ttl}\tIN\t${type === "ALIAS" ? aliasForm(text) : `${type}\t${text}`}`)
    ),
    ""
  ].join("\n")

const aliasForm = (text: string): string => {
  const value = Rdata.parse("ALIAS", text, { origin: DnsName.root, form: "zone_file" })
  return `TYPE${recordTypeNumbers.ALIAS}\t${unknownForm(Rdata.encode("ALIAS", Result.getOrThrow(value)))}`
}
