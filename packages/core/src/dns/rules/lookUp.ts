import { Result } from "effect"
import * as DnsName from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import type { DraftZone } from "./DraftZone.ts"
import { ancestorsOf } from "./LoadedRecords.ts"

/** What a zone has for a name (RFC 1034, section 4.3.2). */
export type Found =
  /** Its RRsets, or those of the wildcard that stands for it. */
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

/** The wildcard at the closest name above that exists, if only because something stands below it (RFC 4592, section 3.3.1). */
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

/** A name of which one label more is known to fit, as there is a longer one below the same name. */
const within = (label: string, name: DnsName.DnsName): DnsName.DnsName =>
  Result.getOrElse(DnsName.parse(`${label}.${name === DnsName.root ? "" : name}`), () => name)
