import { Predicate } from "effect"
import { plainText } from "../../shared/plainText.ts"

/** Maximum characters of a value on one line. A longer value has a line per member. */
const shortValue = 400

export const isShort = (value: unknown): boolean => (JSON.stringify(value) ?? "").length <= shortValue

/** Name of a member, quoted unless it is a plain word. */
export const nameText = (name: string): string => /^\w+$/.test(name) ? name : plainText(name)

/** Complete text of a value, each line with its path: `ops[2].rrset.records: […]`. */
export const valueLines = (path: string, value: unknown): ReadonlyArray<string> => {
  if (isShort(value)) return [`${path}: ${plainText(value)}`]
  if (Array.isArray(value)) return value.flatMap((item, index) => valueLines(`${path}[${index}]`, item))
  if (Predicate.isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) => valueLines(`${path}.${nameText(name)}`, member))
  }
  return Predicate.isString(value) && value.includes("\n")
    ? value.split("\n").map((line, index) => `${path}, line ${index + 1}: ${plainText(line)}`)
    : [`${path}: ${plainText(value)}`]
}
