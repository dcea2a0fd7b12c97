import type { TextReader } from "./TextReader.ts"
import type { WireReader } from "./WireReader.ts"
import type { WireWriter } from "./WireWriter.ts"

/**
 * A field of record data with its four conversions: presentation text to value and back, octets to value and back. The
 * readers collect problems; a value that was read with a problem only has the right shape.
 */
export interface Field<T> {
  readonly read: (reader: TextReader, name: string) => T
  readonly text: (value: T) => string
  readonly encode: (value: T, writer: WireWriter) => void
  readonly decode: (reader: WireReader, name: string) => T
}

/** Combines fields, in their order in text and on the wire. */
export const fields = <T extends object>(members: { readonly [K in keyof T]: Field<T[K]> }): Field<T> => {
  const names: Array<Extract<keyof T, string>> = []
  for (const name in members) names.push(name)
  // Each name gets the value of its own field, as T requires.
  const collect = (value: (name: Extract<keyof T, string>) => unknown): T =>
    Object.fromEntries(names.map((name) => [name, value(name)])) as T
  return {
    read: (reader) => collect((name) => members[name].read(reader, name)),
    text: (value) => names.map((name) => members[name].text(value[name])).filter((text) => text !== "").join(" "),
    encode: (value, writer) => {
      for (const name of names) members[name].encode(value[name], writer)
    },
    decode: (reader) => collect((name) => members[name].decode(reader, name))
  }
}
