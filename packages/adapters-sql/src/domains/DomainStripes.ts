import type { DomainSortField } from "@namewright/core/domains"

/** What a domain's place in each order depends on; instants in seconds since 1970. */
export interface SortKeys {
  readonly domain_id: string
  readonly name: string
  readonly created_on: number
  readonly updated_on: number
  readonly expires_on: number | null
  readonly registered_on: number | null
  readonly transferred_on: number | null
}

export type DateField = Exclude<DomainSortField, "name">

/** The number of each sort among the counts. Stored, so a number never changes; 0 stands for the count in all. */
export const sortNumbers = {
  name: 1,
  created_on: 2,
  updated_on: 3,
  expires_on: 4,
  registered_on: 5,
  transferred_on: 6
} as const satisfies Record<DomainSortField, number>

/**
 * How many seconds a stripe of each date covers: about three months where the dates lie years apart, about three weeks
 * where most lie within a year or two. Stored, so a width never changes.
 */
const stripeSeconds = {
  created_on: 2 ** 23,
  updated_on: 2 ** 21,
  expires_on: 2 ** 21,
  registered_on: 2 ** 23,
  transferred_on: 2 ** 23
} as const satisfies Record<DateField, number>

/** Stripes of domains without the date come before all others, by the time in their ids, which is their order. */
const undated = -1_000_000
/** The milliseconds that each of them covers: about three months, in whole characters of an id and three bits. */
const undatedMillis = 2 ** 33

/**
 * The stretch of an order in which a domain stands. Stripes have fixed ends, follow each other as the order does, and
 * are numbered upwards: by the first character of the name, by the date, or where there is none by the time in the id.
 */
export const stripeOf = (sort: DomainSortField, keys: SortKeys): number => {
  if (sort === "name") return nameStripe(keys.name)
  const seconds = keys[sort]
  return seconds === null ? undatedStripe(keys.domain_id) : dateStripe(sort, seconds)
}

/** The stripe of a name, for which its first character is enough. */
export const nameStripe = (name: string): number => name.charCodeAt(0)

/** The stripe of a domain without the date, for which the first eleven characters of its id are enough. */
export const undatedStripe = (domain_id: string): number => undated + Math.floor(timeOfId(domain_id) / undatedMillis)

/** The part of a name that every index holds. Stored, so its length never changes. */
export const nameStart = (name: string): string => name.slice(0, 2)

/** Whether the domains of a stripe have no date; they come before all others. */
export const isUndated = (stripe: number): boolean => stripe < undated / 2

/** The stripe of a date. */
export const dateStripe = (sort: DateField, seconds: number): number => Math.floor(seconds / stripeSeconds[sort])

/** The seconds that a stripe of a date covers. */
export const stripeStretch = (sort: DateField, stripe: number): { readonly from: number; readonly to: number } => ({
  from: stripe * stripeSeconds[sort],
  to: (stripe + 1) * stripeSeconds[sort]
})

/** Where a stripe begins: everything of it and of later ones is at or after this key, everything earlier before it. */
export type StripeStart =
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "date"; readonly seconds: number }
  | { readonly type: "undated"; readonly domain_id: string }

const stripeStart = (sort: DomainSortField, stripe: number): StripeStart => {
  if (sort === "name") return { type: "name", name: String.fromCharCode(stripe) }
  return !isUndated(stripe)
    ? { type: "date", seconds: stripe * stripeSeconds[sort] }
    : { type: "undated", domain_id: firstIdAt((stripe - undated) * undatedMillis) }
}

/** How many domains stand in a stripe. */
export interface StripeCount {
  readonly stripe: number
  readonly n: number
}

/** The stripes of some domains and of others, without those of a third, in their order and without empty ones. */
export const combined = (
  added: ReadonlyArray<ReadonlyArray<StripeCount>>,
  taken: ReadonlyArray<ReadonlyArray<StripeCount>>
): ReadonlyArray<StripeCount> => {
  const counts = new Map<number, number>()
  const add = (sign: number) => ({ n, stripe }: StripeCount) => counts.set(stripe, (counts.get(stripe) ?? 0) + sign * n)
  added.flat().forEach(add(1))
  taken.flat().forEach(add(-1))
  return [...counts].map(([stripe, n]) => ({ stripe, n })).filter(({ n }) => n > 0).toSorted((a, b) =>
    a.stripe - b.stripe
  )
}

/** Part of an order, from a key to before another, with how many rows stand in it. */
export interface Part {
  readonly start: StripeStart
  readonly end: StripeStart
  readonly n: number
}

/** The stripes of an order as its parts. */
export const partsOf = (sort: DomainSortField, stripes: ReadonlyArray<StripeCount>): ReadonlyArray<Part> =>
  stripes.map(({ n, stripe }) => ({ start: stripeStart(sort, stripe), end: stripeStart(sort, stripe + 1), n }))

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const prefix = "domain_"
/** The characters that hold the 48 bits of milliseconds in front of a UUIDv7. */
const timeCharacters = 10

/** The time of an id, or of one whose last characters are missing: the earliest that it can have. */
const timeOfId = (id: string): number => {
  let time = 0
  for (let at = prefix.length; at < prefix.length + timeCharacters; at++) {
    time = time * 32 + Math.max(0, alphabet.indexOf(id.charAt(at)))
  }
  return time
}

const firstIdAt = (milliseconds: number): string => {
  let text = ""
  for (let rest = Math.max(0, milliseconds), at = 0; at < timeCharacters; at++, rest = Math.floor(rest / 32)) {
    text = alphabet.charAt(rest % 32) + text
  }
  return `${prefix}${text}${"0".repeat(16)}`
}
