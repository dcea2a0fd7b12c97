import { Brand, Result, Schema } from "effect"
import { limits } from "../shared/index.ts"

/** Reason why a text is not a name. `at` is the offset of the offending character. */
export interface NameProblem {
  readonly slug: "name_empty" | "name_character" | "name_empty_label" | "label_too_long" | "name_too_long" | "escape"
  readonly at: number
  readonly message: string
}

/** Octets of the longest name on the wire, with the lengths of its labels and the root (RFC 1035, section 3.1). */
const maximumOctets = limits.domainName.maximum + 2

const octet = (text: string, index: number): number => text.charCodeAt(index)
const backslash = 0x5c
const dot = 0x2e

/** Offset of the dot that ends a label of a presentation text, or of the end of the text. */
const labelEnd = (text: string, from: number): number => {
  let index = from
  while (index < text.length && octet(text, index) !== dot) index += octet(text, index) === backslash ? 2 : 1
  return Math.min(index, text.length)
}

/** Characters with a meaning in master files: quotes, comments, groups and the origin. */
const reserved = new Set([..."\"();@"].map((character) => octet(character, 0)))

/** The octets of one label, or the problem with it. */
const labelOctets = (text: string, from: number, to: number): Uint8Array | NameProblem => {
  const octets: Array<number> = []
  for (let index = from; index < to; index++) {
    const code = octet(text, index)
    if (code === backslash) {
      const digits = /^[0-9]{3}/.exec(text.slice(index + 1, index + 4))?.[0]
      const value = digits === undefined ? octet(text, index + 1) : Number(digits)
      if (
        index + 1 >= text.length || value > (digits === undefined ? 0x7e : 255) || isLooseDigit(text, index, digits)
      ) {
        return {
          slug: "escape",
          at: index,
          message: "A backslash must be followed by one character, or by three digits up to 255"
        }
      }
      octets.push(value)
      index += digits === undefined ? 1 : 3
    } else if (code <= 0x20 || code > 0x7e || reserved.has(code)) {
      return { slug: "name_character", at: index, message: characterMessage(code) }
    } else octets.push(code)
  }
  return octets.length > limits.domainName.label
    ? { slug: "label_too_long", at: from, message: `A label has at most ${limits.domainName.label} octets` }
    : Uint8Array.from(octets)
}

const isLooseDigit = (text: string, index: number, digits: string | undefined): boolean =>
  digits === undefined && /[0-9]/.test(text.charAt(index + 1))

const characterMessage = (code: number): string =>
  code > 0x7e
    ? "A name is written in ASCII; write international names in their xn-- form"
    : "This character is allowed in a name only after a backslash"

/** A parsed name: its labels without the root, and whether the text ended with a dot. */
interface WrittenName {
  readonly labels: ReadonlyArray<Uint8Array>
  readonly isAbsolute: boolean
}

const readLabels = (text: string): Result.Result<WrittenName, NameProblem> => {
  if (text === "") return Result.fail({ slug: "name_empty", at: 0, message: "The name is empty" })
  if (text === ".") return Result.succeed({ labels: [], isAbsolute: true })
  const labels: Array<Uint8Array> = []
  let start = 0
  while (start < text.length) {
    const end = labelEnd(text, start)
    const label = labelOctets(text, start, end)
    if (!(label instanceof Uint8Array)) return Result.fail(label)
    if (label.length === 0) return Result.fail({ slug: "name_empty_label", at: start, message: "A label is empty" })
    labels.push(label)
    start = end + 1
  }
  // The text ended at `end`: a dot that is not part of an escape.
  return Result.succeed({ labels, isAbsolute: start === text.length })
}

/** An octet of a label in presentation form (RFC 1035, section 5.1), with as few escapes as BIND prints. */
const escaped = Array.from({ length: 256 }, (_, code) => {
  if (code <= 0x20 || code > 0x7e) return `\\${String(code).padStart(3, "0")}`
  const character = String.fromCharCode(code)
  return "\"();@$.\\".includes(character) ? `\\${character}` : character
})

/**
 * Domain name in its canonical presentation form: absolute, with the final dot, and with the escapes that a zone file
 * needs. Letters keep their case. Names with the same octets have the same text.
 */
export const DnsName = Schema.String.check(
  Schema.makeFilter((text: string) => isCanonical(text) || "Expected an absolute name in canonical form", {
    arbitraryConstraint: { patterns: [{ source: "^(?:[A-Za-z0-9_-]{1,20}\\.){1,6}$", flags: "" }] }
  })
).pipe(Schema.brand("DnsName")).annotate({ identifier: "DnsName" })
export type DnsName = typeof DnsName.Type

const make = Brand.nominal<DnsName>()

const isCanonical = (text: string): boolean => text !== "@" && Result.getOrUndefined(parse(text)) === text

export const root: DnsName = make(".")

/** Makes a name from labels, nearest first, without the root. The labels are within their bounds. */
export const fromLabels = (labels: ReadonlyArray<Uint8Array>): DnsName => {
  if (labels.length === 0) return root
  let text = ""
  for (const label of labels) {
    for (const code of label) text += escaped[code]
    text += "."
  }
  return make(text)
}

/** The octets of each label, nearest first, without the root. */
export const labels = (name: DnsName): ReadonlyArray<Uint8Array> =>
  Result.getOrElse(Result.map(readLabels(name), (written) => written.labels), () => [])

/** Interpretation of names without a final dot. */
export type RelativeNames =
  /** As in a zone file (RFC 1035, section 5.1): below the origin. */
  | "below_origin"
  /** As people write names in forms: only a single label is below the origin. */
  | "single_label_below_origin"

/** Names without escapes, which need no further parsing. */
const plain = /^(?:[A-Za-z0-9_*-]{1,63}\.){1,127}$/

/** Reads presentation text; `@` is the origin. Without an origin every name is absolute. */
export const parse = (
  text: string,
  origin: DnsName = root,
  relative: RelativeNames = "below_origin"
): Result.Result<DnsName, NameProblem> => {
  if (text === "@") return Result.succeed(origin)
  if (text.length < maximumOctets && plain.test(text)) return Result.succeed(make(text))
  const written = readLabels(text)
  if (Result.isFailure(written)) return Result.fail(written.failure)
  const { isAbsolute, labels: own } = written.success
  const isRelative = !isAbsolute && (relative === "below_origin" || own.length === 1)
  const name = isRelative ? fromLabels([...own, ...labels(origin)]) : fromLabels(own)
  return encodedLength(name) > maximumOctets
    ? Result.fail({ slug: "name_too_long", at: 0, message: `A name has at most ${maximumOctets} octets on the wire` })
    : Result.succeed(name)
}

const encodedLength = (name: DnsName): number => labels(name).reduce((sum, { length }) => sum + length + 1, 1)

/** Wire form of a name without escapes: each dot is replaced by the length of the label before it. */
const encodeWithoutEscapes = (name: DnsName): Uint8Array => {
  const octets = new Uint8Array(name.length + 1)
  let start = 0
  for (let index = 0; index < name.length; index++) {
    const code = octet(name, index)
    if (code === dot) {
      octets[start] = index - start
      start = index + 1
    } else octets[index + 1] = code
  }
  return octets
}

/** Encodes a name without compression (RFC 1035, section 3.1). */
export const encode = (name: DnsName): Uint8Array => {
  if (name !== root && !name.includes("\\")) return encodeWithoutEscapes(name)
  const octets: Array<number> = []
  for (const label of labels(name)) octets.push(label.length, ...label)
  octets.push(0)
  return Uint8Array.from(octets)
}

/** Converts ASCII letters to lower case, the form in which the DNS compares names (RFC 4343). */
export const lowerCase = (name: DnsName): DnsName => make(name.toLowerCase())

export const equals = (left: DnsName, right: DnsName): boolean => lowerCase(left) === lowerCase(right)

/** Offset of the labels of `zone` in `name`; -1 if the name is not within the zone. */
const zoneStart = (name: DnsName, zone: DnsName): number => {
  if (zone === root) return name === root ? 0 : name.length
  const start = name.length - zone.length
  if (start < 0 || !equals(make(name.slice(start)), zone)) return -1
  if (start === 0) return 0
  const backslashes = /(\\*)\.$/.exec(name.slice(0, start))?.[1]
  return backslashes !== undefined && backslashes.length % 2 === 0 ? start : -1
}

/** True if `name` is `zone` or below it. */
export const isWithin = (name: DnsName, zone: DnsName): boolean => zoneStart(name, zone) >= 0

/** Name relative to its zone, `@` for the apex. A name outside of the zone stays absolute. */
export const relativeTo = (name: DnsName, zone: DnsName): string => {
  const start = zoneStart(name, zone)
  if (start < 0) return name
  return start === 0 ? "@" : name.slice(0, start - 1)
}

/** Name without its first label; undefined for the root. */
export const parent = (name: DnsName): DnsName | undefined =>
  name === root ? undefined : make(name.slice(labelEnd(name, 0) + 1) || ".")

/** Compares names in the canonical order (RFC 4034, section 6.1): by labels from the root, as octets in lower case. */
export const compare = (left: DnsName, right: DnsName): number => {
  const [ours, theirs] = [labels(lowerCase(left)).toReversed(), labels(lowerCase(right)).toReversed()]
  for (const [index, label] of ours.entries()) {
    const other = theirs[index]
    if (other === undefined) return 1
    const order = compareOctets(label, other)
    if (order !== 0) return order
  }
  return ours.length - theirs.length
}

/** Compares octets from left to right. A sequence precedes its continuations (RFC 4034, section 6.3). */
const compareOctets = (left: Uint8Array, right: Uint8Array): number => {
  for (const [index, value] of left.entries()) {
    const difference = value - (right[index] ?? -1)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
