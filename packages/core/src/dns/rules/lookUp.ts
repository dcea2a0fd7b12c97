import { Result } from "effect"
import * as DnsName from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import type { DraftZone } from "./DraftZone.ts"
import { ancestorsOf } from "./LoadedRecords.ts"

/** Result of a look-up in the zone (RFC 1034, section 4.3.2). */
export type Found =
  /** RRsets of the name, or of the wildcard that matches it. */
  | { readonly kind: "rrsets"; readonly rrsets: ReadonlyArray<Rrset> }
  | { readonly kind: "delegated" }
  | { readonly kind: "renamed"; readonly dname: Rrset }
  | { readonly kind: "nothing" }

const nothing: Found = { kind: "nothing" }

export const lookUp = (draft: DraftZone, name: DnsName.DnsName): Found => {
  const ancestors = ancestorsOf(name, draft.zone)
  for (const above of ancestors.toReversed()) {
    if (above !== draft.zone && draft.find(above, "NS") !== undefined) return { kind: "delegated" }
    const dname = draft.find(above, "DNAME")
    if (dname !== undefined) return { kind: "renamed", dname }
  }
  const rrsets = draft.at(name)
  if (name !== draft.zone && rrsets.some(({ type }) => type === "NS")) return { kind: "delegated" }
  return rrsets.length > 0 || name === draft.zone
    ? { kind: "rrsets", rrsets }
    : wildcardFor(draft, name, ancestors)
}

/** Wildcard at the closest encloser, which may be an empty non-terminal (RFC 4592, section 3.3.1). */
const wildcardFor = (
  draft: DraftZone,
  name: DnsName.DnsName,
  ancestors: ReadonlyArray<DnsName.DnsName>
): Found => {
  for (const [index, above] of ancestors.entries()) {
    const rrsets = draft.at(wildcardBelow(above))
    if (rrsets.length > 0) {
      const nearer = [name, ...ancestors.slice(0, index)]
      return nearer.some((between) => draft.firstBelow(between) !== undefined) ? nothing : { kind: "rrsets", rrsets }
    }
    if (draft.at(above).length > 0) return nothing
  }
  return nothing
}

const wildcardBelow = (name: DnsName.DnsName): DnsName.DnsName => within("*", name)

/** Adds a label to a name that has room for it, because a longer name below it exists. */
const within = (label: string, name: DnsName.DnsName): DnsName.DnsName =>
  Result.getOrElse(DnsName.parse(`${label}.${name === DnsName.root ? "" : name}`), () => name)
