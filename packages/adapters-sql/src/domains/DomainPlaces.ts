import type { DomainSortField } from "@namewright/core/domains"
import { type SortKeys, sortNumbers, stripeOf } from "./DomainStripes.ts"

/** What lists filter and sort by: a row of `domain_index`. */
export interface IndexRow extends SortKeys {
  readonly owner_no: number
  readonly sld: string
  readonly kind_no: number
  readonly tld_no: number
  readonly statuses: number
  readonly marks: number
  readonly credential_no: number
  readonly nameserver_set_no: number
  /** 0 for a domain without tags. */
  readonly tag_set_no: number
}

/** What domains are counted by. The number of each is stored and never changes. */
export const dimensions = { kind: 1, nameservers: 2, tags: 3 } as const
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

const keyOf = ({ dimension, member_no, owner_no, sort, stripe }: Place): string =>
  `${owner_no}/${dimension}/${sort}/${member_no}/${stripe}`

/** Every number that counts a domain: in all and by the stripes of each sort, for its kind and each of its sets. */
export const placesOf = (row: IndexRow): ReadonlyArray<Place> => {
  const stripes = sorts.map((sort) => ({ sort: sortNumbers[sort], stripe: stripeOf(sort, row) }))
  const orders = [{ sort: inAll, stripe: 0 }, ...stripes]
  return membersOf(row).flatMap((member) => orders.map((order) => ({ owner_no: row.owner_no, ...member, ...order })))
}

const membersOf = (row: IndexRow) => [
  { dimension: dimensions.kind, member_no: row.kind_no },
  { dimension: dimensions.nameservers, member_no: row.nameserver_set_no },
  ...(row.tag_set_no === 0 ? [] : [{ dimension: dimensions.tags, member_no: row.tag_set_no }])
]

/**
 * What changes among the counts when domains change from the first rows to the second. Sorted, so that two writers meet
 * at the first number that both change and neither waits for the other in a circle.
 */
export const countChanges = (
  before: ReadonlyArray<IndexRow>,
  after: ReadonlyArray<IndexRow>
): ReadonlyArray<CountChange> => {
  const changes = new Map<string, CountChange>()
  const add = (place: Place, by: number) => {
    const key = keyOf(place)
    changes.set(key, { ...place, n: (changes.get(key)?.n ?? 0) + by })
  }
  before.flatMap(placesOf).forEach((place) => add(place, -1))
  after.flatMap(placesOf).forEach((place) => add(place, 1))
  return [...changes.values()].filter(({ n }) => n !== 0).toSorted(byPlace)
}

const byPlace = (a: Place, b: Place): number =>
  a.owner_no - b.owner_no || a.dimension - b.dimension || a.sort - b.sort || a.member_no - b.member_no ||
  a.stripe - b.stripe
