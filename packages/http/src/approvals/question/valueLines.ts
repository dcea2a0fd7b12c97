import { Predicate } from "effect"
import { plainText } from "../../shared/plainText.ts"

/** Maximum characters of a value on one line; a longer value has a line per member. */
const shortValue = 400

export const isShort = (value: unknown): boolean => (JSON.stringify(value) ?? "").length <= shortValue

/** Name of a member, quoted unless it is a plain word. */
export const nameText = (name: string): string => /^\w+$/.test(name) ? name : plainText(name)

/** All lines of a value, each with its path: `ops[2].rrset.records: […]`. */
export const valueLines = (path: string, value: unknown): ReadonlyArray<string> => {
  if (isShort(value)) return [`${path}: ${plainText(value)}`]
  if (Array.isArray(value)) return value.flatMap((item, at) => valueLines(`${path}[${at}]`, item))
  if (Predicate.isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) => valueLines(`${path}.${nameText(name)}`, member))
  }
  return Predicate.isString(value) && value.includes("\n")
    ? value.split("\n").map((line, at) => `${path}, line ${at + 1}: ${plainText(line)}`)
    : [`${path}: ${plainText(value)}`]
}
