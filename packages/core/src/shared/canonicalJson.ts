import { Predicate } from "effect"

/**
 * Canonical JSON text of a value (RFC 8785): equal values have equal texts. Undefined members are left out. Returns
 * undefined for values that I-JSON cannot represent (RFC 7493): numbers that are not finite and unpaired surrogates.
 */
export const canonicalJson = (value: unknown): string | undefined => {
  if (typeof value === "string") return textOf(value)
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : undefined
  if (value === null || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return joined("[", value.map(canonicalJson), "]")
  return Predicate.isObject(value) ? joined("{", membersOf(value), "}") : undefined
}

/** A string is written as ECMAScript does (RFC 8785, section 3.2.2.2). */
const textOf = (text: string): string | undefined => text.isWellFormed() ? JSON.stringify(text) : undefined

/** Members in the order of the UTF-16 code units of their names, including names that look like numbers. */
const membersOf = (value: object): ReadonlyArray<string | undefined> =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => a < b ? -1 : 1)
    .map(([name, member]) => {
      const [key, text] = [textOf(name), canonicalJson(member)]
      return key === undefined || text === undefined ? undefined : `${key}:${text}`
    })

const joined = (open: string, parts: ReadonlyArray<string | undefined>, close: string): string | undefined =>
  parts.every((part) => part !== undefined) ? `${open}${parts.join(",")}${close}` : undefined
