import type { DomainSortField } from "@namewright/core/domains"
import { expiryMember } from "./DomainExpiry.ts"
import { type SortKeys, sortNumbers, stripeOf } from "./DomainStripes.ts"

/** What lists filter and sort by: a row of `domain_index`. */
export interface IndexRow extends SortKeys {
  readonly owner_no: number
  /** The first characters of the name, which tell in every index roughly where among the names the domain stands. */
  readonly name_start: string
  readonly sld: string
  /** State and traits together. */
  readonly kind_no: number
  /** TLD and state together. */
  readonly state_no: number
  /** Traits and credential together. */
  readonly trait_no: number
  readonly tld_no: number
  readonly state: number
  readonly traits: number
  readonly credential_no: number
  readonly nameserver_set_no: number
  /** Where the first of the nameservers lies. */
  readonly provider_no: number
  /** 0 for a domain without tags. */
  readonly tag_set_no: number
}

/** What domains are counted by. The number of each is stored and never changes. */
export const dimensions = { kind: 1, state: 2, trait: 3, nameservers: 4, tags: 5, expiry: 6, providers: 7 } as const
export type Dimension = keyof typeof dimensions

/** The sort that stands for no order: the count in all. */
export const inAll = 0

/** One number among the counts. */
export interface Place {
  readonly owner_no: number
  readonly dimension: number
  readonly sort: number
  readonly member_no: number
  readonly stripe: number
}

/** How much a number among the counts changes. */
export interface CountChange extends Place {
  readonly n: number
}

const sorts = Object.keys(sortNumbers) as ReadonlyArray<DomainSortField>

/** What a domain is counted under in all and by stripes; beside these it is its kind in all, and its expiry by stripes. */
const membersOf = (row: IndexRow) => [
  { dimension: dimensions.state, member_no: row.state_no },
  { dimension: dimensions.trait, member_no: row.trait_no },
  { dimension: dimensions.nameservers, member_no: row.nameserver_set_no },
  { dimension: dimensions.providers, member_no: row.provider_no },
  ...(row.tag_set_no === 0 ? [] : [{ dimension: dimensions.tags, member_no: row.tag_set_no }])
]

/** The numbers that count a domain in all. */
const placesInAll = (row: IndexRow): ReadonlyArray<Place> =>
  [{ dimension: dimensions.kind, member_no: row.kind_no }, ...membersOf(row)].map((member) => ({
    owner_no: row.owner_no,
    ...member,
    sort: inAll,
    stripe: 0
  }))

/** The numbers that count a domain by the stripes of each order. */
export const placesInStripes = (row: IndexRow): ReadonlyArray<Place> => {
  const stripes = sorts.map((sort) => ({ sort: sortNumbers[sort], stripe: stripeOf(sort, row) }))
  const expiry = { dimension: dimensions.expiry, member_no: expiryMember(row.expires_on) }
  return [
    ...membersOf(row).flatMap((member) => stripes.map((stripe) => ({ ...member, ...stripe }))),
    // In its own order an expiry stands where it is.
    ...stripes.filter(({ sort }) => sort !== sortNumbers.expires_on).map((stripe) => ({ ...expiry, ...stripe }))
  ].map((place) => ({ owner_no: row.owner_no, ...place }))
}

/** Collects changes of numbers. */
export const countTally = () => {
  const changes = new Map<string, CountChange>()
  return {
    add: (places: ReadonlyArray<Place>, by: number): void => {
      for (const place of places) {
        const { dimension, member_no, owner_no, sort, stripe } = place
        const key = `${owner_no}/${dimension}/${sort}/${member_no}/${stripe}`
        changes.set(key, { ...place, n: (changes.get(key)?.n ?? 0) + by })
      }
    },
    /**
     * What has changed in the end. Sorted, so that two writers meet at the first number that both change and neither
     * waits for the other in a circle.
     */
    changes: (): ReadonlyArray<CountChange> => [...changes.values()].filter(({ n }) => n !== 0).toSorted(byPlace)
  }
}

const byPlace = (a: Place, b: Place): number =>
  a.owner_no - b.owner_no || a.dimension - b.dimension || a.sort - b.sort || a.member_no - b.member_no ||
  a.stripe - b.stripe

/** What changes among the counts when domains change from the first rows to the second. */
export const countChanges = (
  before: ReadonlyArray<IndexRow>,
  after: ReadonlyArray<IndexRow>,
  isStriped: (row: IndexRow) => boolean
): ReadonlyArray<CountChange> => {
  const tally = countTally()
  const add = (row: IndexRow, by: number) => {
    tally.add(placesInAll(row), by)
    if (isStriped(row)) tally.add(placesInStripes(row), by)
  }
  before.forEach((row) => add(row, -1))
  after.forEach((row) => add(row, 1))
  return tally.changes()
}
