import { DnsName } from "@namewright/core/dns"

/**
 * Where an RRset lies in its zone: the labels below the apex from there on, with a space between them. A space sorts
 * before every character that canonical names are written with and is none of them, so places sort as names do, and what
 * lies below a name is one stretch of them.
 */
export const placeOf = (name: DnsName.DnsName, zone: DnsName.DnsName): string => {
  const relative = DnsName.relativeTo(name, zone)
  return relative === "@" ? "" : labels(relative).toReversed().join(" ")
}

/** The name at a place of a zone. */
export const nameAt = (place: string, zone: DnsName.DnsName): DnsName.DnsName =>
  place === "" ? zone : joined(`${place.split(" ").toReversed().join(".")}.${zone}`)

/** The stretch of places strictly below one, ends excluded. */
export const stretchBelow = (place: string): { readonly after: string; readonly before: string | null } =>
  place === "" ? { after: "", before: null } : { after: `${place} `, before: `${place}${afterSpace}` }

const afterSpace = "!"

/** A dot within a label is escaped. */
const labels = (relative: string): ReadonlyArray<string> =>
  relative.includes("\\") ? relative.match(/(?:\\.|[^\\.])+/g) ?? [] : relative.split(".")

/** Canonical labels before a canonical zone make a canonical name. */
const joined = (text: string) => text as DnsName.DnsName
