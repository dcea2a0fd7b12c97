import { Result } from "effect"
import { NetAddress } from "effect/net"
import type { Field } from "../Field.ts"
import type { RdataSlug } from "../RdataProblem.ts"

/** Parses an IPv4 address in dotted decimals, without leading zeros (RFC 1035, section 3.4.1). */
export const ipv4Octets = (text: string): Uint8Array | undefined => {
  if (!/^(?:(?:0|[1-9][0-9]{0,2})(?:\.|$)){4}$/.test(text) || text.endsWith(".")) return undefined
  const octets = text.split(".").map(Number)
  return octets.every((octet) => octet < 256) ? Uint8Array.from(octets) : undefined
}

export const ipv4Text = (octets: Uint8Array): string => octets.join(".")

/** Parses an IPv6 address (RFC 4291, section 2.2). */
export const ipv6Octets = (text: string): Uint8Array | undefined => {
  const tail = text.slice(text.lastIndexOf(":") + 1)
  if (tail.includes(".") && ipv4Octets(tail) === undefined) return undefined
  const address = Result.getOrUndefined(NetAddress.ipv6FromString(text))
  if (address === undefined) return undefined
  return Uint8Array.from(NetAddress.ipv6ToSegments(address).flatMap((segment) => [segment >>> 8, segment & 255]))
}

/**
 * Prints an IPv6 address in the form of RFC 5952, with dotted decimals at the end of IPv4-mapped and IPv4-compatible
 * addresses.
 */
export const ipv6Text = (octets: Uint8Array): string => {
  const words = Array.from({ length: 8 }, (_, index) => (octets[2 * index] ?? 0) * 256 + (octets[2 * index + 1] ?? 0))
  const zeros = longestZeros(words)
  const isMapped = zeros.start === 0 && zeros.length === 5 && words[5] === 0xffff
  if (isMapped || zeros.start === 0 && zeros.length === 6) {
    return `::${isMapped ? "ffff:" : ""}${ipv4Text(octets.slice(12))}`
  }
  const text = words.map((word) => word.toString(16))
  if (zeros.length < 2) return text.join(":")
  return `${text.slice(0, zeros.start).join(":")}::${text.slice(zeros.start + zeros.length).join(":")}`
}

/** The first of the longest runs of zeros. */
const longestZeros = (words: ReadonlyArray<number>): { readonly start: number; readonly length: number } => {
  let longest = { start: -1, length: 0 }
  for (const start of words.keys()) {
    const end = words.findIndex((word, index) => index >= start && word !== 0)
    const length = (end < 0 ? words.length : end) - start
    if (length > longest.length) longest = { start, length }
  }
  return longest
}

const address = (
  slug: RdataSlug,
  octets: 4 | 16,
  parse: (text: string) => Uint8Array | undefined,
  print: (octets: Uint8Array) => string
): Field<string> => ({
  read: (reader, name) => {
    const token = reader.word(name)
    const parsed = token === undefined ? undefined : parse(token.text)
    if (parsed !== undefined) return print(parsed)
    if (token !== undefined) reader.report(slug, name, token.at, `This is not an IPv${octets === 4 ? 4 : 6} address`)
    return print(new Uint8Array(octets))
  },
  text: (value) => value,
  encode: (value, writer) => writer.octets(parse(value) ?? new Uint8Array(octets)),
  decode: (reader, name) => print(reader.octets(octets, name))
})

/** An IPv4 address in its canonical text. */
export const ipv4Address = address("ipv4", 4, ipv4Octets, ipv4Text)

/** An IPv6 address in its canonical text. */
export const ipv6Address = address("ipv6", 16, ipv6Octets, ipv6Text)
