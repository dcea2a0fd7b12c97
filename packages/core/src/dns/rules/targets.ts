import { Result } from "effect"
import * as DnsName from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import type { DraftZone } from "./DraftZone.ts"
import { type Finding, finding } from "./Finding.ts"
import { lookUp } from "./lookUp.ts"
import { valueOf } from "./RecordEntry.ts"
import { isDmarc } from "./rrsetContents.ts"
import type { ZoneRuleSlug } from "./ZoneRule.ts"

/** Target of a record; undefined for the root. */
const targetOf = ({ type }: Rrset, text: string): DnsName.DnsName | undefined => {
  switch (type) {
    case "NS":
      return valueOf(type, text).nameserver
    case "MX":
      return valueOf(type, text).exchange
    case "AFSDB":
      return valueOf(type, text).hostname
    case "KX":
      return valueOf(type, text).exchanger
    case "ALIAS":
    case "CNAME":
    case "DNAME":
    case "HTTPS":
    case "SRV":
    case "SVCB":
      return valueOf(type, text).target
    default:
      return undefined
  }
}

const targetsOf = (rrset: Rrset, zone: DnsName.DnsName): ReadonlyArray<DnsName.DnsName> =>
  rrset.records.flatMap((text) => {
    const target = targetOf(rrset, text)
    return target === undefined || target === DnsName.root || !DnsName.isWithin(target, zone)
      ? []
      : [DnsName.lowerCase(target)]
  })

/** Types whose targets must have addresses and should not be a CNAME. */
const hostTargets: Partial<Record<Rrset["type"], ZoneRuleSlug>> = {
  NS: "ns_target_cname",
  MX: "mx_target_cname",
  SRV: "srv_target_cname"
}

const addressTypes: ReadonlySet<Rrset["type"]> = new Set(["A", "AAAA", "ALIAS"])

/** Missing targets of an RRset within the zone. */
export const targets = (draft: DraftZone, rrset: Rrset): ReadonlyArray<Finding> => {
  const slug = hostTargets[rrset.type]
  return targetsOf(rrset, draft.zone).flatMap((target): ReadonlyArray<Finding> => {
    const found = lookUp(draft, target)
    if (found.kind === "delegated" || found.kind === "renamed" || rrset.type === "DNAME") return []
    if (found.kind === "nothing") return [finding("target_missing", `${target} is not in the zone`, rrset)]
    if (slug === undefined || found.rrsets.some(({ type }) => addressTypes.has(type))) return []
    return found.rrsets.some(({ type }) => type === "CNAME")
      ? [finding(slug, `${target} is a CNAME, which a target of ${rrset.type} should not be`, rrset)]
      : [finding("target_missing", `${target} has no address in the zone`, rrset)]
  })
}

const isPolicy = (rrset: Rrset): boolean => rrset.type === "TXT" && rrset.records.some(isDmarc)

/** Missing mail policy of a name that accepts mail. */
export const mailPolicy = (draft: DraftZone, rrset: Rrset): ReadonlyArray<Finding> => {
  if (rrset.type !== "MX" || rrset.records.every((text) => targetOf(rrset, text) === DnsName.root)) return []
  const isWildcard = rrset.name.startsWith("*.")
  if (isWildcard && draft.at(rrset.name).some(isPolicy)) return []
  // Names that a wildcard matches have no `_dmarc` of their own.
  const names = [...new Set(isWildcard ? [draft.zone] : [rrset.name, draft.zone])]
  return names.some((name) => hasPolicy(draft, name))
    ? []
    : [
      finding("missing_dmarc", `There is no TXT record at ${names.map((name) => `_dmarc.${name}`).join(" or ")}`, rrset)
    ]
}

const hasPolicy = (draft: DraftZone, name: DnsName.DnsName): boolean => {
  const policy = Result.getOrUndefined(DnsName.parse(`_dmarc.${name}`))
  if (policy === undefined) return true
  const found = lookUp(draft, policy)
  return found.kind === "rrsets"
    ? found.rrsets.some(({ type }) => type === "TXT" || type === "CNAME")
    : found.kind !== "nothing"
}

/** Longest chain that resolvers follow. */
const maximumHops = 16

const leadsOn = ({ type }: Rrset): boolean => type === "CNAME" || type === "ALIAS"

/** Loops and over-long chains of CNAME, ALIAS and DNAME that begin at a name. */
export const loops = (draft: DraftZone, name: DnsName.DnsName): ReadonlyArray<Finding> => {
  const rrsets = draft.at(name)
  const dname = rrsets.find(({ type }) => type === "DNAME")
  // If the name has no RRsets any more, a wildcard may match it.
  const link = rrsets.find(leadsOn) ?? dname
  if (link === undefined && rrsets.length > 0) return []
  const [first, ...others] = [
    ...(link === undefined ? [] : [link]),
    ...draft.touchedTypes(name).map((type) => ({ name, type }))
  ]
  // A DNAME is tested with any name below it.
  const start = link === dname && dname !== undefined ? Result.getOrUndefined(DnsName.parse(`x.${name}`)) : name
  return first !== undefined && start !== undefined && isEndless(draft, start)
    ? [
      finding(
        "cname_loop",
        `${name} leads back to itself, or through more than ${maximumHops} aliases`,
        first,
        ...others
      )
    ]
    : []
}

const isEndless = (draft: DraftZone, start: DnsName.DnsName): boolean => {
  let name: DnsName.DnsName | undefined = start
  for (let hops = 0; hops <= maximumHops; hops++) {
    name = nextOf(draft, name)
    if (name === undefined) return false
    if (name === start) return true
  }
  return true
}

/** Next name of a chain within the zone. */
const nextOf = (draft: DraftZone, name: DnsName.DnsName): DnsName.DnsName | undefined => {
  const found = lookUp(draft, name)
  const link = found.kind === "renamed" ? found.dname : found.kind === "rrsets" ? found.rrsets.find(leadsOn) : undefined
  const [text] = link?.records ?? []
  const target = link === undefined || text === undefined ? undefined : targetOf(link, text)
  if (target === undefined || link === undefined) return undefined
  const next = found.kind === "renamed" ? renamed(name, link.name, target) : target
  return next !== undefined && DnsName.isWithin(next, draft.zone) ? DnsName.lowerCase(next) : undefined
}

/** Replaces the ending `from` of a name (RFC 6672, section 2.2); undefined if the result is too long. */
const renamed = (
  name: DnsName.DnsName,
  from: DnsName.DnsName,
  to: DnsName.DnsName
): DnsName.DnsName | undefined =>
  Result.getOrUndefined(DnsName.parse(`${name.slice(0, name.length - from.length)}${to === DnsName.root ? "" : to}`))
