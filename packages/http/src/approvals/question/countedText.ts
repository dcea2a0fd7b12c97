import { Predicate } from "effect"
import { plainText } from "../../shared/plainText.ts"
import { isShort, nameText } from "./valueLines.ts"

/** Limits of a counting text: kinds, and characters of listed names. */
const shown = { kinds: 10, names: 600 }

/** Members that name the action of a list element, and members that name its object. */
const kindMembers = ["op", "action", "command", "type"] as const
const targetMembers = ["name", "hostname", "zone_name", "domain_id", "label", "handle"] as const

/** Text of a value: in full if it is short, otherwise its elements counted by kind and object. */
export const countedText = (value: unknown): string => {
  if (isShort(value)) return plainText(value)
  if (Predicate.isString(value)) return `${value.length} characters in ${counted(value.split("\n").length, "line")}`
  if (Array.isArray(value)) return countedList(value)
  return Predicate.isObject(value)
    ? `${counted(Object.keys(value).length, "member")}: ${someOf(Object.keys(value).map(nameText))}`
    : plainText(value)
}

/** `3 (upsert A 2, remove TXT 1) for "www", "@"` */
const countedList = (items: ReadonlyArray<unknown>): string => {
  const kinds = kindsIn(items.map(kindOf).filter((kind) => kind !== ""))
  const targets = items.flatMap((item) => targetOf(item) ?? [])
  return [
    String(items.length),
    ...(kinds === "" ? [] : [`(${kinds})`]),
    ...(targets.length === 0 ? [] : [`for ${someOf([...new Set(targets)])}`])
  ].join(" ")
}

const kindsIn = (kinds: ReadonlyArray<string>): string => {
  const numbers = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => `${kind} ${length}`)
  const others = numbers.length - shown.kinds
  return others > 0 ? `${numbers.slice(0, shown.kinds).join(", ")}, ${others} other kinds` : numbers.join(", ")
}

/** As many names as fit, and the number of the others. */
export const someOf = (names: ReadonlyArray<string>): string => {
  const listed: Array<string> = []
  let length = 0
  for (const name of names) {
    length += name.length + 2
    if (length > shown.names && listed.length > 0) break
    listed.push(name)
  }
  const more = names.length - listed.length
  return more === 0 ? listed.join(", ") : `${listed.join(", ")} and ${more} more`
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** The element and its RRset, if it has one. */
const partsOf = (item: unknown): ReadonlyArray<unknown> => [
  item,
  Predicate.hasProperty(item, "rrset") ? item.rrset : undefined
]

const kindOf = (item: unknown): string =>
  partsOf(item).flatMap((part) => kindMembers.flatMap((member) => textIn(part, member) ?? [])).map(nameText).join(" ")

const targetOf = (item: unknown): string | undefined =>
  Predicate.isString(item)
    ? plainText(item)
    : partsOf(item).flatMap((part) => targetMembers.flatMap((member) => textIn(part, member) ?? [])).map(plainText)[0]

const textIn = (value: unknown, member: string): string | undefined => {
  const text = Predicate.isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined
  return Predicate.isString(text) && text.length <= 255 ? text : undefined
}
