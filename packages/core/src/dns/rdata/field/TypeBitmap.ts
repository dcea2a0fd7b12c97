import { typeName, typeNumberNamed } from "../../RecordType.ts"
import type { Field } from "../Field.ts"
import type { WireReader } from "../WireReader.ts"

/** Octets before the bits of a window: its number, and the number of octets of bits. */
const headerOctets = 2

/** Type bitmap of a name in NSEC, NSEC3 and CSYNC records (RFC 4034, section 4.1.2). Empty for no types. */
export const typeBitmap = (types: Iterable<number>): Uint8Array => {
  const octets: Array<number> = []
  let window: number | undefined
  let start = 0
  for (const type of [...types].toSorted((left, right) => left - right)) {
    if (type >> 8 !== window) {
      window = type >> 8
      start = octets.length
      octets.push(window, 0)
    }
    const at = start + headerOctets + ((type & 0xff) >> 3)
    while (octets.length <= at) octets.push(0)
    octets[at] = (octets[at] ?? 0) | 0x80 >> (type & 7)
    octets[start + 1] = octets.length - start - headerOctets
  }
  return Uint8Array.from(octets)
}

/** Reads the types of a window; a problem if the last octet of its bits is zero. */
const readWindow = (reader: WireReader, name: string, window: number): ReadonlyArray<number> => {
  const bits = reader.octets(reader.integer(1, name), name)
  if (bits.length > 32 || (bits.at(-1) ?? 0) === 0) reader.report("type_bitmap", name, "The type bitmap is malformed")
  return [...bits].flatMap((octet, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (octet & 0x80 >> bit) !== 0).map((bit) => window * 256 + index * 8 + bit)
  )
}

/** Types by name or as `TYPENNN`, each once and in the order of their numbers; may be empty. */
export const typeList: Field<ReadonlyArray<number>> = {
  read: (reader, name) => {
    const types = new Set<number>()
    for (const { at, text } of reader.more() ? reader.words(name) : []) {
      const number = typeNumberNamed(text)
      if (number === undefined) reader.report("mnemonic", name, at, `${text} is not a record type`)
      else types.add(number)
    }
    return [...types].toSorted((left, right) => left - right)
  },
  text: (types) => types.map(typeName).join(" "),
  encode: (types, writer) => writer.octets(typeBitmap(types)),
  decode: (reader, name) => {
    const types: Array<number> = []
    let last = -1
    while (reader.remaining > 0) {
      const window = reader.integer(1, name)
      if (window <= last) {
        reader.report("type_bitmap", name, "The windows of the type bitmap are not in ascending order")
      }
      last = window
      types.push(...readWindow(reader, name, window))
    }
    return types
  }
}
