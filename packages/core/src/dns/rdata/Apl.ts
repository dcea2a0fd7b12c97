import { type Field, fields } from "./Field.ts"
import { ipv4Octets, ipv4Text, ipv6Octets, ipv6Text } from "./field/Address.ts"
import { recordData } from "./RecordData.ts"
import type { WireReader } from "./WireReader.ts"

/** One range of addresses. */
export interface AddressPrefix {
  /** 1 for IPv4, 2 for IPv6. */
  readonly family: 1 | 2
  readonly is_negated: boolean
  /** Bits. */
  readonly prefix: number
  readonly address: string
}

export interface Apl {
  /** In the order in which they apply; may be empty. */
  readonly prefixes: ReadonlyArray<AddressPrefix>
}

const families = {
  1: { octets: 4, parse: ipv4Octets, print: ipv4Text },
  2: { octets: 16, parse: ipv6Octets, print: ipv6Text }
} as const

const familyOf = (number: number): 1 | 2 | undefined => number === 1 || number === 2 ? number : undefined

/** Clears the bits beyond the prefix, which have no meaning and which some servers do not preserve. */
const masked = (octets: Uint8Array, prefix: number): Uint8Array =>
  octets.map((octet, index) => octet & (0xff00 >> Math.min(8, Math.max(0, prefix - 8 * index))))

/** `1:192.0.2.0/24`, or `!2:2001:db8::/32` for a range that is excluded. */
const parsePrefix = (text: string): AddressPrefix | undefined => {
  const [, negation, number, written = "", bits] = /^(!?)([0-9]{1,5}):([^/]+)\/([0-9]{1,3})$/.exec(text) ?? []
  const family = familyOf(Number(number))
  if (family === undefined) return undefined
  const { octets, parse, print } = families[family]
  const address = parse(written)
  return address === undefined || Number(bits) > 8 * octets
    ? undefined
    : { family, is_negated: negation === "!", prefix: Number(bits), address: print(masked(address, Number(bits))) }
}

/** Removes trailing zero octets (RFC 3123, section 4). */
const significant = (octets: Uint8Array): Uint8Array =>
  octets.slice(0, octets.findLastIndex((octet) => octet !== 0) + 1)

const decodePrefix = (reader: WireReader, name: string): AddressPrefix => {
  const family = familyOf(reader.integer(2, name))
  const prefix = reader.integer(1, name)
  const length = reader.integer(1, name)
  const part = reader.octets(length & 0x7f, name)
  const { octets, print } = families[family ?? 1]
  const address = new Uint8Array(octets)
  address.set(part.slice(0, octets))
  const isCanonical = part.length <= octets && part.at(-1) !== 0 &&
    masked(address, prefix).every((octet, index) => octet === address[index])
  if (family === undefined || prefix > 8 * octets || !isCanonical) reader.report("address_prefix", name, expected)
  return { family: family ?? 1, is_negated: length > 0x7f, prefix, address: print(address) }
}

const expected = "An address prefix is written 1:192.0.2.0/24 or 2:2001:db8::/32, with ! before it for an exception"

const prefixList: Field<ReadonlyArray<AddressPrefix>> = {
  read: (reader, name) =>
    (reader.more() ? reader.words(name) : []).flatMap(({ at, text }) => {
      const prefix = parsePrefix(text)
      if (prefix !== undefined) return [prefix]
      reader.report("address_prefix", name, at, expected)
      return []
    }),
  text: (prefixes) =>
    prefixes.map(({ address, family, is_negated, prefix }) => `${is_negated ? "!" : ""}${family}:${address}/${prefix}`)
      .join(" "),
  encode: (prefixes, writer) => {
    for (const { address, family, is_negated, prefix } of prefixes) {
      const part = significant(families[family].parse(address) ?? new Uint8Array(0))
      writer.integer(2, family)
      writer.integer(1, prefix)
      writer.integer(1, part.length + (is_negated ? 0x80 : 0))
      writer.octets(part)
    }
  },
  decode: (reader, name) => {
    const prefixes: Array<AddressPrefix> = []
    while (reader.remaining > 0) prefixes.push(decodePrefix(reader, name))
    return prefixes
  }
}

/** Ranges of addresses (RFC 3123). */
export const apl = recordData("APL", fields<Apl>({ prefixes: prefixList }))
