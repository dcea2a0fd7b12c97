import { DnsName } from "@namewright/core/dns"

/**
 * Sort key of a name in its zone: the labels below the apex in reverse order, separated by spaces. A space does not
 * occur in canonical names and sorts before all of their characters. Sort keys are therefore in canonical order, and
 * the names below a name are one range.
 */
export const sortKeyOf = (name: DnsName.DnsName, zone: DnsName.DnsName): string => {
  const relative = DnsName.relativeTo(name, zone)
  return relative === "@" ? "" : labels(relative).toReversed().join(" ")
}

/** Name with this sort key in a zone. */
export const nameAt = (sortKey: string, zone: DnsName.DnsName): DnsName.DnsName =>
  sortKey === "" ? zone : joined(`${sortKey.split(" ").toReversed().join(".")}.${zone}`)

/** Range of the sort keys below one, with exclusive bounds. */
export const rangeBelow = (sortKey: string): { readonly after: string; readonly before: string | null } =>
  sortKey === "" ? { after: "", before: null } : { after: `${sortKey} `, before: `${sortKey}${afterSpace}` }

const afterSpace = "!"

/** A dot within a label is escaped. */
const labels = (relative: string): ReadonlyArray<string> =>
  relative.includes("\\") ? relative.match(/(?:\\.|[^\\.])+/g) ?? [] : relative.split(".")

/** Canonical labels and a canonical zone form a canonical name. */
const joined = (text: string) => text as DnsName.DnsName
