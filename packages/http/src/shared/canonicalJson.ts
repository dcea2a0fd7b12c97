import { Predicate } from "effect"

/** JSON text that is the same for equal values: members in the order of their names (RFC 8785, section 3.2.3). */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value)) ?? ""

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!Predicate.isObject(value)) return value
  const members = Object.keys(value).toSorted().map((name) => [name, ordered(value[name])])
  return Object.fromEntries(members)
}
