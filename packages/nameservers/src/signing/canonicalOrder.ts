import { DnsName } from "@namewright/core/dns"

/** Separates labels; sorts before every octet. */
const separator = "\0"

/** Octets as characters. The two lowest are escaped, to keep them apart from the separator and in their order. */
const labelText = (label: Uint8Array): string => {
  let text = ""
  for (const octet of label) text += octet < 2 ? `\u0001${String.fromCharCode(octet + 1)}` : String.fromCharCode(octet)
  return text
}

/**
 * Sort key of a name in lower case for the canonical order (RFC 4034, section 6.1): its labels from the root on. The key of
 * a name is a prefix of the keys of all names below it. The key of the root is empty.
 */
export const canonicalOrder = (name: DnsName.DnsName): string => {
  if (name === DnsName.root) return ""
  if (!name.includes("\\")) return name.slice(0, -1).split(".").toReversed().join(separator)
  return DnsName.labels(name).toReversed().map(labelText).join(separator)
}

/** True if a sort key belongs to a name below that of the other. */
export const isBelow = (order: string, above: string): boolean =>
  above === ""
    ? order !== ""
    : order.length > above.length && order.startsWith(above) && order[above.length] === separator

/** Sort key of the parent name. */
export const orderOfParent = (order: string): string => order.slice(0, Math.max(0, order.lastIndexOf(separator)))
