import type { PageRequest, SortOrder } from "@namewright/core/shared"
import { Context } from "effect"
import type { Part, StripeStart } from "./DomainStripes.ts"

/** When a list leaves the simple way through an index for one that costs more before it starts; set by measurement. */
export interface DomainListTuning {
  /** Rows that a list collects and sorts at most, rather than looking for them along an order. */
  readonly collected: number
  /** Rows of an order that a list without a filter passes over before it looks for a shorter way. */
  readonly passed: number
  /** How much dearer a collected row is than an entry of an order that is passed. */
  readonly collectedCost: number
  /** What reading the stripes of one member of a group costs, in entries passed. */
  readonly stripesCost: number
  /** Members of a group whose stripes are read at most to count the domains of a stretch. */
  readonly membersRead: number
  /** Nameserver sets up to which their own stripes are read, without asking whether providers tell the same. */
  readonly setsRead: number
  /** Rows before a page from which on it is asked, where rows are counted one by one, where in the order they stand. */
  readonly spread: number
  /** How much dearer a row is than an entry passed when it is asked where it stands. */
  readonly spreadCost: number
  /** Domains of an organization from which on they are counted by stripes. */
  readonly striped: number
  /** Domains that one round of upkeep counts by stripes; until its end the organization's domains cannot be changed. */
  readonly stripedPerRound: number
}

export const DomainListTuning = Context.Reference<DomainListTuning>("@namewright/adapters-sql/DomainListTuning", {
  defaultValue: () => ({
    collected: 4000,
    passed: 5000,
    collectedCost: 12,
    stripesCost: 20,
    membersRead: 2000,
    setsRead: 300,
    spread: 500,
    spreadCost: 1.5,
    striped: 20_000,
    stripedPerRound: 1000
  })
})

/** Rows of an ordered list from the `start`-th, counted upwards in the order of the index, to before the `end`-th. */
export interface Ranks {
  readonly start: number
  readonly end: number
}

/** The rows of a page, counted upwards whatever the order of the list; empty behind the last page. */
export const ranksOf = (total: number, { page, page_size }: PageRequest, order: SortOrder): Ranks => {
  const first = Math.min((page - 1) * page_size, total)
  const last = Math.min(first + page_size, total)
  return order === "asc" ? { start: first, end: last } : { start: total - last, end: total - first }
}

/** The ways to a page: along the order, along it from the edge of one of its parts, or by collecting all rows and sorting them. */
export type Way = "along" | "stripes" | "collect"

/** What the choice of a way depends on. */
export interface Situation {
  readonly ranks: Ranks
  /** Rows that meet the filter. */
  readonly matching: number
  /** Rows of the organization. */
  readonly all: number
  /** Rows that would have to be collected. */
  readonly collected: number
  /** Members whose stripes tell where in the order the matching rows stand; undefined where none do. */
  readonly stripes: number | undefined
  /** Whether the index of the order lacks the text that the filter looks at. */
  readonly reads_text: boolean
}

/** The part of an order that a walk from a stripe passes in vain. */
const stripePart = 1 / 60

/** The cheapest way, for rows that are spread evenly over the order. */
export const wayTo = (
  { all, collected, matching, ranks, reads_text, stripes }: Situation,
  { collectedCost, stripesCost }: DomainListTuning
): Way => {
  const apart = (all / Math.max(matching, 1)) * (reads_text ? collectedCost : 1)
  const page = (ranks.end - ranks.start) * apart
  const costs: ReadonlyArray<readonly [Way, number]> = [
    ["along", page + Math.min(ranks.start, matching - ranks.end) * apart],
    ["collect", collected * collectedCost],
    ["stripes", stripes === undefined ? Infinity : page + stripes * stripesCost + all * stripePart]
  ]
  return costs.reduce((best, way) => way[1] < best[1] ? way : best)[0]
}

/** A walk along an order, upwards from the beginning of a part or downwards from its end. */
export interface Walk {
  readonly upwards: boolean
  /** Undefined for a walk from the end of the whole order. */
  readonly edge: StripeStart | undefined
  /** Matching rows to pass over first. */
  readonly skip: number
  readonly limit: number
}

/** The shorter of the walks from both ends of the order. */
export const walkAll = ({ end, start }: Ranks, total: number): Walk =>
  start <= total - end
    ? { upwards: true, edge: undefined, skip: start, limit: end - start }
    : { upwards: false, edge: undefined, skip: total - end, limit: end - start }

/**
 * The shortest walks that begin at the edge of a part, for parts that hold all rows that the ranks count. Rows without
 * the date and rows with one are walked apart, because no comparison leads from the ones to the others.
 */
export const walkParts = (ranks: Ranks, parts: ReadonlyArray<Part>): ReadonlyArray<Walk> => {
  const undated = parts.filter(({ start }) => start.type === "undated")
  const dated = parts.filter(({ start }) => start.type !== "undated")
  const border = undated.reduce((sum, { n }) => sum + n, 0)
  return [
    ...walkWithin({ start: ranks.start, end: Math.min(ranks.end, border) }, undated),
    ...walkWithin({ start: Math.max(ranks.start - border, 0), end: ranks.end - border }, dated)
  ]
}

const walkWithin = ({ end, start }: Ranks, parts: ReadonlyArray<Part>): ReadonlyArray<Walk> => {
  const walks: Array<Walk> = []
  let before = 0
  for (const part of start < end ? parts : []) {
    const after = before + part.n
    if (before <= start && start < after) {
      walks.push({ upwards: true, edge: part.start, skip: start - before, limit: end - start })
    }
    if (before < end && end <= after) {
      walks.push({ upwards: false, edge: part.end, skip: after - end, limit: end - start })
    }
    // A page on both sides of an edge is walked to from there, with nothing to pass over.
    if (start < after && after < end) {
      return [
        { upwards: false, edge: part.end, skip: 0, limit: after - start },
        { upwards: true, edge: part.end, skip: 0, limit: end - after }
      ]
    }
    before = after
  }
  return walks.toSorted((a, b) => a.skip - b.skip).slice(0, 1)
}
