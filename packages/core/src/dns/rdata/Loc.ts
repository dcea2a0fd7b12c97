import type { Field } from "./Field.ts"
import { fieldText } from "./fieldText.ts"
import { recordData } from "./RecordData.ts"
import type { TextReader, Token } from "./TextReader.ts"

/** Location on Earth, in the units of the wire. */
export interface Loc {
  /** Diameter of the enclosing sphere, and precisions, in centimetres: a digit and a power of ten, 0 to 9e9. */
  readonly size: number
  readonly horizontal_precision: number
  readonly vertical_precision: number
  /** Thousandths of a second of arc, north and east positive. */
  readonly latitude: number
  readonly longitude: number
  /** Centimetres above the WGS 84 reference spheroid, from -10,000,000 on. */
  readonly altitude: number
}

const equator = 2 ** 31
const seaLevel = 10_000_000
const degree = 3_600_000

/** Reads degrees, optional minutes and seconds, and the direction; in thousandths of a second. */
const readAngle = (
  reader: TextReader,
  field: string,
  directions: readonly [string, string],
  maximum: number
): number => {
  const parts: Array<Token> = []
  let token = reader.word(field)
  while (token !== undefined && !directions.includes(token.text) && parts.length < units.length) {
    parts.push(token)
    token = reader.word(field)
  }
  if (token === undefined) return 0
  const isWellFormed = parts.length > 0 && directions.includes(token.text)
    && parts.every(({ text }, index) => units[index]?.form.test(text) === true && (index === 0 || Number(text) < 60))
  const angle = parts.reduce((sum, { text }, index) => sum + Math.round(Number(text) * (units[index]?.size ?? 0)), 0)
  if (isWellFormed && angle <= maximum * degree) return token.text === directions[0] || angle === 0 ? angle : -angle
  const message = `The ${field} must be up to ${maximum} degrees, minutes, seconds, then ${directions.join(" or ")}`
  reader.report("loc", field, parts[0]?.at ?? token.at, message)
  return 0
}

const units = [
  { size: degree, form: /^[0-9]+$/ },
  { size: 60_000, form: /^[0-9]+$/ },
  { size: 1000, form: /^[0-9]+(?:\.[0-9]{0,3})?$/ }
]

/** Reads metres with up to two decimals; in centimetres. */
const readMetres = (reader: TextReader, field: string, minimum: number, maximum: number): number => {
  const token = reader.word(field)
  if (token === undefined) return 0
  // The wire has no negative zero.
  const centimetres = Math.round(Number(token.text.replace(/m$/, "")) * 100) || 0
  if (/^-?[0-9]+(?:\.[0-9]{0,2})?m?$/.test(token.text) && centimetres >= minimum && centimetres <= maximum) {
    return centimetres
  }
  reader.report(
    "loc",
    field,
    token.at,
    `The ${fieldText(field)} must be from ${minimum / 100} to ${maximum / 100} metres, with up to two decimals`
  )
  return 0
}

/** Encodes centimetres as a digit and a power of ten (RFC 1876, section 2). */
const toScale = (centimetres: number): number => {
  const exponent = Math.max(0, String(Math.trunc(centimetres)).length - 1)
  return Math.floor(centimetres / 10 ** exponent) * 16 + exponent
}

const fromScale = (scale: number): number => (scale >> 4) * 10 ** (scale & 15)

const maximumSize = 9_000_000_000

const angleText = (angle: number, [positive, negative]: readonly [string, string]): string => {
  const size = Math.abs(angle)
  const seconds = (size % 60_000) / 1000
  const direction = angle < 0 ? negative : positive
  return `${Math.floor(size / degree)} ${Math.floor(size / 60_000) % 60} ${seconds.toFixed(3)} ${direction}`
}

const sizeText = (centimetres: number): string =>
  centimetres < 100 ? `${(centimetres / 100).toFixed(2)}m` : `${centimetres / 100}m`

const sizes = { size: 100, horizontal_precision: 1_000_000, vertical_precision: 1000 } as const

const location: Field<Loc> = {
  read: (reader) => {
    const latitude = readAngle(reader, "latitude", ["N", "S"], 90)
    const longitude = readAngle(reader, "longitude", ["E", "W"], 180)
    const altitude = readMetres(reader, "altitude", -seaLevel, 2 ** 32 - 1 - seaLevel)
    const size = (name: keyof typeof sizes): number =>
      fromScale(toScale(reader.more() ? readMetres(reader, name, 0, maximumSize) : sizes[name]))
    return {
      size: size("size"),
      horizontal_precision: size("horizontal_precision"),
      vertical_precision: size("vertical_precision"),
      latitude,
      longitude,
      altitude
    }
  },
  text: (value) =>
    [
      angleText(value.latitude, ["N", "S"]),
      angleText(value.longitude, ["E", "W"]),
      `${(value.altitude / 100).toFixed(2)}m`,
      sizeText(value.size),
      sizeText(value.horizontal_precision),
      sizeText(value.vertical_precision)
    ].join(" "),
  encode: (value, writer) => {
    writer.integer(1, 0)
    writer.integer(1, toScale(value.size))
    writer.integer(1, toScale(value.horizontal_precision))
    writer.integer(1, toScale(value.vertical_precision))
    writer.integer(4, value.latitude + equator)
    writer.integer(4, value.longitude + equator)
    writer.integer(4, value.altitude + seaLevel)
  },
  decode: (reader) => {
    if (reader.integer(1, "version") !== 0) reader.report("loc", "version", "Only version 0 is known")
    const size = (name: string): number => {
      const scale = reader.integer(1, name)
      if (scale >> 4 > 9 || (scale & 15) > 9 || scale > 0 && scale < 16) {
        reader.report("loc", name, "A size must be a digit and a power of ten")
      }
      return fromScale(scale)
    }
    const angle = (name: string, maximum: number): number => {
      const value = reader.integer(4, name) - equator
      if (Math.abs(value) > maximum * degree) reader.report("loc", name, `The ${name} must be up to ${maximum} degrees`)
      return value
    }
    return {
      size: size("size"),
      horizontal_precision: size("horizontal_precision"),
      vertical_precision: size("vertical_precision"),
      latitude: angle("latitude", 90),
      longitude: angle("longitude", 180),
      altitude: reader.integer(4, "altitude") - seaLevel
    }
  }
}

/** Geographical location (RFC 1876). */
export const loc = recordData("LOC", location)
