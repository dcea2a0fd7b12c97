import { DnsName } from "@namewright/core/dns"

/**
 * A name as it is on the wire without compression, one character an octet. Texts are what engines hash and compare
 * fastest, and the name's ancestors are ends of the same text.
 */
export type WireName = string

export const root: WireName = "\0"

/** Of a name's octets on the wire, or of any others. */
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

/** Each label, nearest first, without the root. */
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

/** Letters of ASCII in lower case. A length is at most 63, so that it is never taken for one. */
export const lowerCase = (name: WireName): WireName =>
  /[A-Z]/.test(name) ? name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name

/** Whether `name` is `zone` or lies below it. Both in lower case. */
export const isWithin = (name: WireName, zone: WireName): boolean => {
  for (let at = 0;; at += 1 + name.charCodeAt(at)) {
    if (name.length - at === zone.length) return name.endsWith(zone)
    if (name.length - at < zone.length) return false
  }
}

/** The length of the name that begins there, with the root. */
export const lengthAt = (octets: Uint8Array, start: number): number => {
  let at = start
  for (let length = octets[at] ?? 0; length > 0; length = octets[at] ?? 0) at += 1 + length
  return at + 1 - start
}
