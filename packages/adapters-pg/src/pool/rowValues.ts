import { PgTypes } from "@effect/sql-pg"

type Read = (text: string) => unknown

const { OID } = PgTypes

/** `2026-01-31 23:59:59.123456+00`: the platform's instants have milliseconds. */
const instant: Read = (text) => new Date(`${text.replace(" ", "T").replace(/([+-]\d{2})$/, "$1:00")}`)

const withoutZone: Read = (text) => new Date(`${text.replace(" ", "T")}Z`)

const scalars = new Map<number, Read>([
  [OID.bool, (text) => text === "t"],
  [OID.bytea, (text) => new Uint8Array(Buffer.from(text.slice(2), "hex"))],
  [OID.int2, Number],
  [OID.int4, Number],
  [OID.oid, Number],
  [OID.int8, BigInt],
  [OID.float4, Number],
  [OID.float8, Number],
  [OID.json, JSON.parse],
  [OID.jsonb, JSON.parse],
  [OID.timestamptz, instant],
  [OID.timestamp, withoutZone]
])

const text: Read = (value) => value

/** Elements of an array in the form `{a,"b \"c\"",NULL}`. Arrays of arrays are not used. */
const elementsOf = (array: string, read: Read): ReadonlyArray<unknown> =>
  [...array.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(([, quoted, plain]) => {
    if (quoted !== undefined) return read(quoted.replaceAll(/\\(.)/g, "$1"))
    return plain === undefined || plain === "NULL" ? null : read(plain)
  })

const readers = new Map<number, Read>([...scalars].flatMap(([oid, read]) => {
  const array = PgTypes.arrayOidFor(oid)
  return array === undefined ? [[oid, read]] : [[oid, read], [array, (value: string) => elementsOf(value, read)]]
}))
for (const oid of [OID.text, OID.varchar, OID.name, OID.uuid, OID.numeric]) {
  const array = PgTypes.arrayOidFor(oid)
  if (array !== undefined) readers.set(array, (value) => elementsOf(value, text))
}

/** Reads the values of rows as `@effect/sql-pg` does, whatever parsers the host has set for its own statements. */
export const rowValues = { getTypeParser: (oid: number): Read => readers.get(oid) ?? text }
