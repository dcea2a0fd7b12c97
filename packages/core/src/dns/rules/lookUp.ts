import { Result } from "effect"
import * as DnsName from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import type { StandingRrsets } from "./StandingRrsets.ts"
import { ancestorsOf } from "./StoredSight.ts"

/** What a zone has for a name (RFC 1034, section 4.3.2). */
export type Found =
  /** Its RRsets, or those of the wildcard that stands for it. */
  | { readonly kind: "rrsets"; readonly rrsets: ReadonlyArray<Rrset> }
  | { readonly kind: "delegated" }
  | { readonly kind: "renamed"; readonly dname: Rrset }
  | { readonly kind: "nothing" }

const nothing: Found = { kind: "nothing" }

export const lookUp = (standing: StandingRrsets, name: DnsName.DnsName): Found => {
  const ancestors = ancestorsOf(name, standing.zone)
  for (const above of ancestors.toReversed()) {
    if (above !== standing.zone && standing.find(above, "NS") !== undefined) return { kind: "delegated" }
    const dname = standing.find(above, "DNAME")
    if (dname !== undefined) return { kind: "renamed", dname }
  }
  const rrsets = standing.at(name)
  if (name !== standing.zone && rrsets.some(({ type }) => type === "NS")) return { kind: "delegated" }
  return rrsets.length > 0 || name === standing.zone
    ? { kind: "rrsets", rrsets }
    : wildcardFor(standing, name, ancestors)
}

/** The wildcard at the closest name above that exists, if only because something stands below it (RFC 4592, section 3.3.1). */
const wildcardFor = (
  standing: StandingRrsets,
  name: DnsName.DnsName,
  ancestors: ReadonlyArray<DnsName.DnsName>
): Found => {
  for (const [index, above] of ancestors.entries()) {
    const rrsets = standing.at(wildcardBelow(above))
    if (rrsets.length > 0) {
      const nearer = [name, ...ancestors.slice(0, index)]
      return nearer.some((between) => standing.firstBelow(between) !== undefined) ? nothing : { kind: "rrsets", rrsets }
    }
    if (standing.at(above).length > 0) return nothing
  }
  return nothing
}

const wildcardBelow = (name: DnsName.DnsName): DnsName.DnsName => within("*", name)

/** A name of which one label more is known to fit, as there is a longer one below the same name. */
const within = (label: string, name: DnsName.DnsName): DnsName.DnsName =>
  Result.getOrElse(DnsName.parse(`${label}.${name === DnsName.root ? "" : name}`), () => name)
