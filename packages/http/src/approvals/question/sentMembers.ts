import { Predicate } from "effect"
import { plainText } from "../../shared/plainText.ts"
import { countedText } from "./countedText.ts"
import { nameText, valueLines } from "./valueLines.ts"

/** All lines of the members of a body, except the members `without`. */
export const everySent = (body: unknown, without: ReadonlySet<string> = new Set()): ReadonlyArray<string> =>
  membersOf(body, without)?.flatMap(([name, value]) => valueLines(`Sends ${nameText(name)}`, value)) ??
    (body === undefined ? [] : valueLines("Sends", body))

/** One line per member of a body: its value, or numbers of its parts by kind. */
export const countedSent = (body: unknown, without: ReadonlySet<string> = new Set()): ReadonlyArray<string> =>
  membersOf(body, without)?.map(([name, value]) => `Sends ${nameText(name)}: ${countedText(value)}`) ??
    (body === undefined ? [] : [`Sends: ${Predicate.isString(body) ? countedText(body) : plainText(body)}`])

const membersOf = (body: unknown, without: ReadonlySet<string>) =>
  Predicate.isObject(body) ? Object.entries(body).filter(([name]) => !without.has(name)) : undefined
