import type { DnsName } from "../DnsName.ts"
import { type Field, fields } from "./Field.ts"
import { characterString } from "./field/CharacterString.ts"
import { uint16 } from "./field/Integer.ts"
import { nameField } from "./field/Name.ts"
import { recordData } from "./RecordData.ts"

export interface Naptr {
  readonly order: number
  readonly preference: number
  readonly flags: Uint8Array
  readonly services: Uint8Array
  /** A substitution expression, or empty. */
  readonly regexp: Uint8Array
  /** Next name to query; the root if the expression contains it. */
  readonly replacement: DnsName
}

const latin = new TextDecoder("latin1")

/** Splits a text at a delimiter without a backslash before it. */
const split = (text: string, delimiter: string): ReadonlyArray<string> => {
  const parts = [""]
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === delimiter) parts.push("")
    else {
      const escape = character === "\\" && index + 1 < text.length ? text.charAt(++index) : ""
      parts[parts.length - 1] += character + escape
    }
  }
  return parts
}

/**
 * End of the bracket expression that begins at `from`. A `]` at its start belongs to it, as do classes such as
 * `[:alpha:]`.
 */
const bracketEnd = (expression: string, from: number): number => {
  let index = from + (expression.charAt(from + 1) === "^" ? 2 : 1)
  if (expression.charAt(index) === "]") index++
  while (index < expression.length && expression.charAt(index) !== "]") {
    const kind = /^\[([:.=])/.exec(expression.slice(index, index + 2))?.[1]
    const end = kind === undefined ? -1 : expression.indexOf(`${kind}]`, index + 2)
    index = end < 0 ? index + 1 : end + 2
  }
  return index
}

/** Number of groups of an extended regular expression (IEEE Std 1003.1, section 9.4); undefined if it is invalid. */
const groupsOf = (expression: string): number | undefined => {
  if (expression === "" || /^[*+?{]|(?<!\\)[*+?]{2}/.test(expression)) return undefined
  let groups = 0
  let open = 0
  for (let index = 0; index < expression.length; index++) {
    const character = expression.charAt(index)
    if (character === "\\") index++
    else if (character === "[") index = bracketEnd(expression, index)
    else if (character === "(") {
      groups++
      open++
    } // A parenthesis without an open group is a literal.
    else if (character === ")" && open > 0) open--
    if (index >= expression.length) return undefined
  }
  return open === 0 ? groups : undefined
}

/**
 * True if a text is a substitution expression (RFC 3402, section 3.2): delimiter, expression, delimiter, replacement,
 * delimiter, flags. The delimiter is not a digit, a backslash or a flag; the replacement refers to existing groups.
 */
const isSubstitution = (text: string): boolean => {
  const delimiter = text.charAt(0)
  if (/[0-9i\\\0]/.test(delimiter)) return false
  const [, expression = "", replacement = "", flags = "", ...more] = split(text, delimiter)
  if (more.length > 0 || split(text, delimiter).length < 4 || !/^i*$/.test(flags)) return false
  const groups = groupsOf(expression)
  if (groups === undefined) return false
  const references = [...replacement.matchAll(/\\(.)/gs)].map(([, character]) => character ?? "")
  return references.every((character) => !/[0-9]/.test(character) || character > "0" && Number(character) <= groups)
}

const regexp: Field<Uint8Array> = {
  ...characterString,
  read: (reader, name) => {
    const before = reader.problems.length
    const value = characterString.read(reader, name)
    if (reader.problems.length === before && value.length > 0 && !isSubstitution(latin.decode(value))) {
      reader.report("naptr_regexp", name, undefined, message)
    }
    return value
  },
  decode: (reader, name) => {
    const value = characterString.decode(reader, name)
    if (value.length > 0 && !isSubstitution(latin.decode(value))) reader.report("naptr_regexp", name, message)
    return value
  }
}

const message = "A substitution must be written !expression!replacement! with existing groups, or be empty"

/** Rule that rewrites a name to another name or to a URI (RFC 3403, section 4). */
export const naptr = recordData(
  "NAPTR",
  fields<Naptr>({
    order: uint16,
    preference: uint16,
    flags: characterString,
    services: characterString,
    regexp,
    replacement: nameField
  })
)
