import { DnsName } from "@namewright/core/dns"

/** Between labels; below every octet. */
const separator = "\0"

/** Octets as characters: the separator's place is left free, and the two lowest octets still come first. */
const labelText = (label: Uint8Array): string => {
  let text = ""
  for (const octet of label) text += octet < 2 ? `\u0001${String.fromCharCode(octet + 1)}` : String.fromCharCode(octet)
  return text
}

/**
 * A text by which names, given in lower case, sort in their canonical order (RFC 4034, section 6.1): labels from the
 * root on. The text of a name is the beginning of the texts of all names below it. The root has the empty text.
 */
export const canonicalOrder = (name: DnsName.DnsName): string => {
  if (name === DnsName.root) return ""
  if (!name.includes("\\")) return name.slice(0, -1).split(".").toReversed().join(separator)
  return DnsName.labels(name).toReversed().map(labelText).join(separator)
}

/** Whether one such text belongs to a name below that of the other. */
export const isBelow = (order: string, above: string): boolean =>
  above === ""
    ? order !== ""
    : order.length > above.length && order.startsWith(above) && order[above.length] === separator

/** The text of the name without its first label. */
export const orderOfParent = (order: string): string => order.slice(0, Math.max(0, order.lastIndexOf(separator)))
