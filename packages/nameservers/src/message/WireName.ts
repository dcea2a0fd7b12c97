import { DnsName } from "@namewright/core/dns"

/**
 * A name as on the wire without compression, one character for each octet. Engines hash and compare strings fastest, and
 * every ancestor of the name is an ending of the same string.
 */
export type WireName = string

export const root: WireName = "\0"

/** The string of a name's octets, or of any others. */
export const ofOctets = (octets: Uint8Array): WireName => {
  let text = ""
  for (const octet of octets) text += String.fromCharCode(octet)
  return text
}

export const of = (name: DnsName.DnsName): WireName => ofOctets(DnsName.encode(name))

export const octetsOf = (name: WireName): Uint8Array => {
  const octets = new Uint8Array(name.length)
  for (let index = 0; index < name.length; index++) octets[index] = name.charCodeAt(index)
  return octets
}

/** Labels from the first to the last, without the root. */
export const labelsOf = (name: WireName): ReadonlyArray<WireName> => {
  const labels: Array<WireName> = []
  for (let at = 0; name.charCodeAt(at) > 0; at += 1 + name.charCodeAt(at)) {
    labels.push(name.slice(at + 1, at + 1 + name.charCodeAt(at)))
  }
  return labels
}

export const toDnsName = (name: WireName): DnsName.DnsName => DnsName.fromLabels(labelsOf(name).map(octetsOf))

/** The name without its first label; the root's is the root. */
export const parent = (name: WireName): WireName => name === root ? root : name.slice(1 + name.charCodeAt(0))

/** ASCII letters in lower case. Lengths of labels are at most 63, below the range of letters. */
export const lowerCase = (name: WireName): WireName =>
  /[A-Z]/.test(name) ? name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name

/** True if `name` is `zone` or below it. Both in lower case. */
export const isWithin = (name: WireName, zone: WireName): boolean => {
  for (let at = 0;; at += 1 + name.charCodeAt(at)) {
    if (name.length - at === zone.length) return name.endsWith(zone)
    if (name.length - at < zone.length) return false
  }
}

/** Octets of the name at `start`, with the root label. */
export const lengthAt = (octets: Uint8Array, start: number): number => {
  let at = start
  for (let length = octets[at] ?? 0; length > 0; length = octets[at] ?? 0) at += 1 + length
  return at + 1 - start
}
