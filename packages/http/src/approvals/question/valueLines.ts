import { Predicate } from "effect"
import { plainText } from "../../shared/plainText.ts"

/** Characters of a value that has a line of its own; each member of a longer one has. */
const shortValue = 400

export const isShort = (value: unknown): boolean => (JSON.stringify(value) ?? "").length <= shortValue

/** The name of a member, in quotes where it is no plain word. */
export const nameText = (name: string): string => /^\w+$/.test(name) ? name : plainText(name)

/** A value in as many lines as it takes, each with its place: `ops[2].rrset.records: […]`. Nothing is left out. */
export const valueLines = (place: string, value: unknown): ReadonlyArray<string> => {
  if (isShort(value)) return [`${place}: ${plainText(value)}`]
  if (Array.isArray(value)) return value.flatMap((item, at) => valueLines(`${place}[${at}]`, item))
  if (Predicate.isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) => valueLines(`${place}.${nameText(name)}`, member))
  }
  return Predicate.isString(value) && value.includes("\n")
    ? value.split("\n").map((line, at) => `${place}, line ${at + 1}: ${plainText(line)}`)
    : [`${place}: ${plainText(value)}`]
}
