import { Base64 } from "effect/encoding"
import { ipv4Octets, ipv4Text, ipv6Octets, ipv6Text } from "./field/Address.ts"
import { quoted, unescape } from "./field/CharacterString.ts"
import { fromBase64 } from "./field/Octets.ts"
import { svcParamKey, svcParamKeys, svcParamName } from "./SvcParam.ts"

/** Text form and wire format of the value of a key. */
export interface SvcParamValue {
  /** Parses the text after the `=`, still with its escapes; undefined for an invalid text. */
  readonly parse: (text: string) => Uint8Array | undefined
  /** Prints the text after the `=`, with quotes if needed; empty for no value. */
  readonly text: (value: Uint8Array) => string
  readonly isValid: (value: Uint8Array) => boolean
  /** True if the standard of the key allows this value. Absent if `isValid` is sufficient. */
  readonly isMeaningful?: (value: Uint8Array) => boolean
  /** Description of the value for messages. */
  readonly expected: string
}

const comma = 0x2c
const backslash = 0x5c

const concat = (parts: ReadonlyArray<Uint8Array>): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

const uint16 = (value: number): Uint8Array => Uint8Array.of(value >>> 8, value & 255)

const uint16s = (value: Uint8Array): ReadonlyArray<number> =>
  Array.from({ length: value.length / 2 }, (_, index) => (value[2 * index] ?? 0) * 256 + (value[2 * index + 1] ?? 0))

const chunks = (value: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: value.length / size }, (_, index) => value.slice(index * size, (index + 1) * size))

/** Parses the items of a list; undefined if one of them is invalid. */
const list = (text: string, item: (text: string) => Uint8Array | undefined): Uint8Array | undefined => {
  const parts = text.split(",").map(item)
  return parts.every((part) => part !== undefined) ? concat(parts) : undefined
}

const number = (text: string): Uint8Array | undefined =>
  /^[0-9]+$/.test(text) && Number(text) <= 0xffff ? uint16(Number(text)) : undefined

/** Parses arbitrary text. */
const anyText = (text: string): Uint8Array | undefined => {
  let isBroken = false
  const octets = unescape(text, () => {
    isBroken = true
  })
  return isBroken ? undefined : octets
}

/** Removes quotes from values that do not need them. */
const withoutNeedlessQuotes = (text: string): string => /^"[^ "\\();]+"$/.test(text) ? text.slice(1, -1) : text

const anyValue: SvcParamValue = {
  parse: anyText,
  text: (value) => value.length === 0 ? "" : withoutNeedlessQuotes(quoted(value)),
  isValid: () => true,
  expected: "text with its escapes"
}

/** Splits a list in which commas and backslashes within items are escaped (RFC 9460, appendix A.1). */
const items = (octets: Uint8Array): ReadonlyArray<ReadonlyArray<number>> | undefined => {
  const parts: Array<Array<number>> = [[]]
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0
    if (octet === comma) parts.push([])
    else if (octet !== backslash) parts.at(-1)?.push(octet)
    else if (++index < octets.length) parts.at(-1)?.push(octets[index] ?? 0)
    else return undefined
  }
  return parts
}

/** Splits a value into length-prefixed strings; undefined if the lengths do not add up. */
const strings = (value: Uint8Array): ReadonlyArray<Uint8Array> | undefined => {
  const parts: Array<Uint8Array> = []
  for (let offset = 0; offset < value.length;) {
    const end = offset + 1 + (value[offset] ?? 0)
    if (end > value.length) return undefined
    parts.push(value.slice(offset + 1, end))
    offset = end
  }
  return parts
}

/** Prints a list. A space does not end an item, but is escaped as in BIND. */
const listText = (value: Uint8Array): string => {
  const parts = (strings(value) ?? []).map((item) =>
    [...item].flatMap((octet) => octet === comma || octet === backslash ? [backslash, octet] : [octet])
  )
  const octets = parts.flatMap((part, index) => index === 0 ? part : [comma, ...part])
  return withoutNeedlessQuotes(quoted(Uint8Array.from(octets)).replaceAll(" ", "\\032"))
}

const stringList = (minimum: 0 | 1): SvcParamValue => ({
  parse: (text) => {
    const octets = anyText(text)
    if (octets === undefined) return undefined
    const parts = octets.length === 0 ? [] : items(octets)
    if (parts === undefined || parts.some(({ length }) => length > 255)) return undefined
    return Uint8Array.from(parts.flatMap((part) => [part.length, ...part]))
  },
  text: (value) => value.length === 0 ? "" : listText(value),
  isValid: (value) => {
    const parts = strings(value)
    return parts !== undefined && parts.length >= minimum && parts.every(({ length }) => length >= minimum)
  },
  expected: "a list of texts of 1 to 255 octets"
})

const ascending = (value: Uint8Array): boolean =>
  uint16s(value).every((key, index, keys) => index === 0 || key > (keys[index - 1] ?? 0))

const mandatory: SvcParamValue = {
  parse: (text) => {
    const keys = text.split(",").map(svcParamKey)
    if (!keys.every((key) => key !== undefined)) return undefined
    return concat(keys.toSorted((left, right) => left - right).map(uint16))
  },
  text: (value) => uint16s(value).map(svcParamName).join(","),
  isValid: (value) => value.length >= 2 && value.length % 2 === 0 && uint16s(value)[0] !== 0 && ascending(value),
  expected: "a list of other keys, each once"
}

const empty: SvcParamValue = { ...anyValue, isValid: ({ length }) => length === 0, expected: "left out" }

const hints = (
  size: 4 | 16,
  parse: (text: string) => Uint8Array | undefined,
  print: (octets: Uint8Array) => string
): SvcParamValue => ({
  parse: (text) => list(text, parse),
  text: (value) => chunks(value, size).map(print).join(","),
  isValid: ({ length }) => length > 0 && length % size === 0,
  expected: `a list of IPv${size === 4 ? 4 : 6} addresses`
})

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** A URI template, relative to the origin, with the variable `dns` (RFC 9461, section 5). */
const isDohPath = (value: Uint8Array): boolean => {
  try {
    const template = utf8.decode(value)
    return template.startsWith("/") &&
      [...template.matchAll(/\{([^{}]*)\}/g)].some(([, it]) => /\bdns\b/.test(it ?? ""))
  } catch {
    return false
  }
}

const values: Readonly<Record<number, SvcParamValue>> = {
  [svcParamKeys.mandatory]: mandatory,
  [svcParamKeys.alpn]: stringList(1),
  [svcParamKeys["no-default-alpn"]]: empty,
  [svcParamKeys.port]: {
    parse: number,
    text: (value) => uint16s(value).join(""),
    isValid: ({ length }) => length === 2,
    expected: "a port of 0 to 65535"
  },
  [svcParamKeys.ipv4hint]: hints(4, ipv4Octets, ipv4Text),
  [svcParamKeys.ech]: {
    parse: fromBase64,
    text: Base64.encode,
    isValid: ({ length }) => length > 0,
    expected: "base64 with its padding"
  },
  [svcParamKeys.ipv6hint]: hints(16, ipv6Octets, ipv6Text),
  [svcParamKeys.dohpath]: { ...anyValue, isValid: isDohPath, expected: "a URI template like /dns-query{?dns}" },
  [svcParamKeys.ohttp]: {
    ...anyValue,
    parse: (text) => text === "" ? new Uint8Array(0) : undefined,
    isMeaningful: ({ length }) => length === 0,
    expected: "left out"
  },
  [svcParamKeys["tls-supported-groups"]]: {
    ...anyValue,
    parse: (text) => list(text, number),
    isMeaningful: ({ length }) => length > 0 && length % 2 === 0,
    expected: "a list of numbers of groups"
  },
  [svcParamKeys.docpath]: {
    ...anyValue,
    parse: stringList(0).parse,
    isMeaningful: stringList(0).isValid,
    expected: "a list of the segments of a path"
  }
}

/** Definition of the value of a key. */
export const svcParamValue = (key: number): SvcParamValue => values[key] ?? anyValue

/** Parses the value of a key that was written with this name. */
export const parseSvcParamValue = (name: string, key: number, text: string): Uint8Array | undefined => {
  // The value of `keyNNNNN` contains the octets of the wire, whatever the key (RFC 9460, section 2.1).
  const parse = name.startsWith("key") ? anyText : svcParamValue(key).parse
  return parse(text)
}
