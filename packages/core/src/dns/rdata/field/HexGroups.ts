import { Result } from "effect"
import { Hex } from "effect/encoding"
import type { Field } from "../Field.ts"

/** Octets in groups of hexadecimal digits with a separator, printed in lower case and with all digits. */
interface Groups {
  readonly octets: 6 | 8
  readonly separator: "-" | ":"
  /** Octets of one group. */
  readonly size: 1 | 2
  /** Description of the form for messages. */
  readonly expected: string
}

const parse = (text: string, { octets, separator, size }: Groups): Uint8Array | undefined => {
  const groups = text.split(separator)
  // Groups of two octets may omit leading zeros, as in IPv6.
  const isGroup = (group: string) => size === 1 ? group.length === 2 : group.length >= 1 && group.length <= 4
  if (groups.length !== octets / size || !groups.every(isGroup)) return undefined
  return Result.getOrUndefined(Hex.decode(groups.map((group) => group.padStart(2 * size, "0")).join("")))
}

export const hexGroups = (form: Groups): Field<Uint8Array> => ({
  read: (reader, name) => {
    const token = reader.word(name)
    const parsed = token === undefined ? undefined : parse(token.text, form)
    if (token !== undefined && parsed === undefined) {
      reader.report("hexadecimal", name, token.at, `Expected ${form.expected}`)
    }
    return parsed ?? new Uint8Array(form.octets)
  },
  text: (value) =>
    Array.from(
      { length: form.octets / form.size },
      (_, index) => Hex.encode(value.slice(index * form.size, (index + 1) * form.size))
    ).join(form.separator),
  encode: (value, writer) => writer.octets(value),
  decode: (reader, name) => {
    const octets = reader.octets(form.octets, name)
    return octets.length === form.octets ? octets : new Uint8Array(form.octets)
  }
})

/** A MAC address of 48 bits: `00-00-5e-00-53-2a` (RFC 7043, section 3.2). */
export const eui48Address = hexGroups({
  octets: 6,
  separator: "-",
  size: 1,
  expected: "six pairs of hexadecimal digits, separated by hyphens"
})

/** A MAC address of 64 bits: `00-00-5e-ef-10-00-00-2a` (RFC 7043, section 4.2). */
export const eui64Address = hexGroups({
  octets: 8,
  separator: "-",
  size: 1,
  expected: "eight pairs of hexadecimal digits, separated by hyphens"
})

/** 64 bits of an ILNP address: `0014:4fff:ff20:ee64` (RFC 6742, section 2.1.2). */
export const ilnp64 = hexGroups({
  octets: 8,
  separator: ":",
  size: 2,
  expected: "four groups of one to four hexadecimal digits, separated by colons"
})
