import type { DnsName } from "../DnsName.ts"
import type { DnsRrsetType } from "../RecordType.ts"
import type { DraftZone } from "./DraftZone.ts"
import { type Finding, finding } from "./Finding.ts"

/** Conflicts between types at one name. */
export const coexistence = (draft: DraftZone, name: DnsName): ReadonlyArray<Finding> => {
  const types = new Set(draft.at(name).map(({ type }) => type))
  const party = (type: DnsRrsetType) => ({ name, type })
  const isApex = name === draft.zone
  const pairs = (
    slug: "delegation_conflict" | "dname_conflict" | "alias_conflict" | "cname_conflict",
    type: DnsRrsetType,
    others: ReadonlyArray<DnsRrsetType>
  ) =>
    types.has(type)
      ? others.filter((other) => types.has(other)).map((other) =>
        finding(slug, `${name} cannot have ${type} and ${other}`, party(type), party(other))
      )
      : []
  if (isApex && types.has("CNAME")) {
    return [finding("cname_at_apex", `${name} is the apex of the zone and cannot be a CNAME`, party("CNAME"))]
  }
  const reported: ReadonlySet<DnsRrsetType> = new Set(["CNAME", "NS", "DNAME", "ALIAS"])
  return [
    ...(isApex
      ? []
      : [...pairs("delegation_conflict", "CNAME", ["NS"]), ...pairs("delegation_conflict", "DNAME", ["NS"])]),
    ...pairs("dname_conflict", "DNAME", ["CNAME"]),
    ...pairs("alias_conflict", "ALIAS", ["A", "AAAA", "CNAME"]),
    ...pairs("cname_conflict", "CNAME", [...types].filter((type) => !reported.has(type)))
  ]
}
