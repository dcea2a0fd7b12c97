import { idnLabelProblem, limits } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import { joined, Rdata } from "../rdata/index.ts"
import type { Rrset } from "../Rrset.ts"
import { type Finding, finding } from "./Finding.ts"
import { valueOf } from "./RecordEntry.ts"
import type { ZoneRuleSlug } from "./ZoneRule.ts"

/** Breaches of rules about a single RRset. */
export const rrsetContents = (rrset: Rrset, zone: DnsName.DnsName): ReadonlyArray<Finding> =>
  rrset.records.length > limits.rrsetRecords
    ? [finding("too_many_records", `An RRset has at most ${limits.rrsetRecords} records`, rrset)]
    : [
      ...singles(rrset),
      ...sizes(rrset, zone),
      ...wildcards(rrset),
      ...owners(rrset),
      ...mail(rrset),
      ...services(rrset),
      ...policies(rrset)
    ]

const onlyOne: Partial<Record<Rrset["type"], ZoneRuleSlug>> = {
  CNAME: "cname_multiple",
  DNAME: "dname_multiple",
  ALIAS: "alias_multiple"
}

const singles = (rrset: Rrset): ReadonlyArray<Finding> => {
  const slug = onlyOne[rrset.type]
  return slug === undefined || rrset.records.length < 2
    ? []
    : [finding(slug, `${rrset.name} can have one ${rrset.type} record`, rrset)]
}

/** Maximum growth of a record from text to wire: an address of two characters has 16 octets. */
const growth = 8
const headerAndQuestion = 12 + 4 + 256
const recordOverhead = 12
const signature = recordOverhead + 18 + 64

const sizes = (rrset: Rrset, zone: DnsName.DnsName): ReadonlyArray<Finding> => {
  const { name, records, type } = rrset
  const characters = records.reduce((sum, { length }) => sum + length * growth + recordOverhead, 0)
  if (characters < 0xf000) return []
  // Question, options, records with compressed owners, and one signature of the longest kind.
  const octets = headerAndQuestion + DnsName.encode(name).length + DnsName.encode(zone).length + signature +
    records.reduce((sum, text) => sum + recordOverhead + Rdata.encode(type, valueOf(type, text)).length, 0)
  return octets <= 0xffff
    ? []
    : [finding("rrset_too_large", `The RRset does not fit into a message of 65535 octets`, rrset)]
}

const wildcards = (rrset: Rrset): ReadonlyArray<Finding> => {
  if (!rrset.name.startsWith("*.")) return []
  if (rrset.type === "NS") return [finding("wildcard_ns", "A wildcard cannot be a delegation", rrset)]
  return rrset.type === "DNAME"
    ? [finding("wildcard_dname", "Nameservers do not agree on the meaning of a DNAME at a wildcard", rrset)]
    : []
}

const hostTypes: ReadonlySet<Rrset["type"]> = new Set(["A", "AAAA", "MX"])
const hostLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

const owners = (rrset: Rrset): ReadonlyArray<Finding> => {
  const labels = rrset.name.slice(0, -1).split(".").slice(rrset.name.startsWith("*.") ? 1 : 0)
  const flawed = labels.filter((label) => label.startsWith("xn--")).flatMap((label) => idnLabelProblem(label) ?? [])
  return [
    ...flawed.map((problem) => finding("invalid_a_label", problem, rrset)),
    ...(hostTypes.has(rrset.type) && !labels.every((label) => hostLabel.test(label))
      ? [finding("owner_name_syntax", `${rrset.name} is not a host name: letters, digits and hyphens`, rrset)]
      : [])
  ]
}

const mail = (rrset: Rrset): ReadonlyArray<Finding> =>
  rrset.type === "MX" && rrset.records.length > 1 &&
    rrset.records.some((text) => valueOf("MX", text).exchange === DnsName.root)
    ? [
      finding(
        "null_mx_not_alone",
        "The MX record `0 .` means that the name takes no mail, and must be the only one",
        rrset
      )
    ]
    : []

const services = (rrset: Rrset): ReadonlyArray<Finding> => {
  const { records, type } = rrset
  if (type !== "HTTPS" && type !== "SVCB") return []
  const aliases = records.filter((text) => valueOf(type, text).priority === 0).length
  if (aliases > 1) return [finding("svcb_alias_multiple", "An RRset can have one alias (priority 0)", rrset)]
  return aliases === 1 && records.length > 1
    ? [finding("svcb_mixed_modes", "Records beside an alias (priority 0) are ignored", rrset)]
    : []
}

const ascii = new TextDecoder("ascii")

const startsWith = (text: string, start: RegExp): boolean =>
  start.test(ascii.decode(joined(valueOf("TXT", text).strings)))

/** True if the data of a TXT record are a DMARC policy (RFC 7489, section 6.3). */
export const isDmarc = (text: string): boolean => startsWith(text, /^v=DMARC1\s*(?:;|$)/)

const isSpf = (text: string): boolean => startsWith(text, /^v=spf1(?: |$)/i)

const policies = (rrset: Rrset): ReadonlyArray<Finding> => {
  if (rrset.type !== "TXT" || rrset.records.length < 2) return []
  if (rrset.name.startsWith("_dmarc.")) {
    return rrset.records.filter(isDmarc).length > 1
      ? [finding("multiple_dmarc", "Several DMARC records invalidate each other", rrset)]
      : []
  }
  return rrset.records.filter(isSpf).length > 1
    ? [finding("multiple_spf", "Several SPF records invalidate each other", rrset)]
    : []
}
