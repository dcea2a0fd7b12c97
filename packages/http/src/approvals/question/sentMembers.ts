import { Predicate } from "effect"
import { plainText } from "../../shared/plainText.ts"
import { countedText } from "./countedText.ts"
import { nameText, valueLines } from "./valueLines.ts"

/** All lines of the members of a body, except the members in `without`. */
export const allMemberLines = (body: unknown, without: ReadonlySet<string> = new Set()): ReadonlyArray<string> =>
  membersOf(body, without)?.flatMap(([name, value]) => valueLines(`Sends ${nameText(name)}`, value)) ??
    (body === undefined ? [] : valueLines("Sends", body))

/** One line per member of a body: its value, or its elements counted. */
export const countedMemberLines = (body: unknown, without: ReadonlySet<string> = new Set()): ReadonlyArray<string> =>
  membersOf(body, without)?.map(([name, value]) => `Sends ${nameText(name)}: ${countedText(value)}`) ??
    (body === undefined ? [] : [`Sends: ${Predicate.isString(body) ? countedText(body) : plainText(body)}`])

const membersOf = (body: unknown, without: ReadonlySet<string>) =>
  Predicate.isObject(body) ? Object.entries(body).filter(([name]) => !without.has(name)) : undefined
