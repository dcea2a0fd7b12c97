import { offset, type PageRequest, type SortOrder } from "@namewright/core/shared"
import { Context } from "effect"

/** Thresholds of the list planner; measured on 1,000,000 domains. */
export interface DomainListTuning {
  /** Maximum number of rows that are collected and sorted without counting them first. */
  readonly collected: number
  /** Cost of a collected row, as a multiple of an index entry that a scan reads. */
  readonly rowCost: number
}

export const DomainListTuning = Context.Reference<DomainListTuning>("@namewright/adapters-sql/DomainListTuning", {
  defaultValue: () => ({ collected: 4000, rowCost: 12 })
})

/** Range of a page's rows in the ascending sort order: `start` inclusive, `end` exclusive. */
export interface Ranks {
  readonly start: number
  readonly end: number
}

/** Ranks of a page; an empty range after the last page. */
export const ranksOf = (total: number, page: PageRequest, order: SortOrder): Ranks => {
  const first = Math.min(offset(page), total)
  const last = Math.min(first + page.page_size, total)
  return order === "asc" ? { start: first, end: last } : { start: total - last, end: total - first }
}

/** Index scan from one end of a sort order. */
export interface Scan {
  readonly order: SortOrder
  /** Number of matching rows to skip. */
  readonly skip: number
  readonly limit: number
}

/** Scan from the end of the sort order that is nearer to the page. */
export const scanOf = ({ end, start }: Ranks, total: number): Scan =>
  start <= total - end
    ? { order: "asc", skip: start, limit: end - start }
    : { order: "desc", skip: total - end, limit: end - start }

/** Inputs of the choice between a scan in sort order and collecting all matching rows. */
export interface Alternatives {
  readonly scan: Scan
  /** Number of matching rows. */
  readonly total: number
  /** Number of index entries that a scan of the whole sort order reads. */
  readonly entries: number
  /** Number of index entries that are read to collect the matching rows. */
  readonly collected: number
}

/**
 * True if it is cheaper to collect and sort all matching rows; assumes that they are spread evenly over the sort order.
 */
export const isCollected = (
  { collected, entries, scan, total }: Alternatives,
  { rowCost }: DomainListTuning
): boolean => collected + total * rowCost < (scan.skip + scan.limit) * (entries / Math.max(total, 1))

/** Lower limit of the result of `boundOf`. */
const leastEntries = 5_000

/**
 * Maximum number of index entries that a scan may read before its rows are collected instead: 4 x the number that it
 * reads if the matching rows are spread evenly over the sort order. Undefined if collecting would not be cheaper.
 */
export const boundOf = ({ collected, entries, scan, total }: Alternatives): number | undefined => {
  const bound = Math.max(leastEntries, 4 * (scan.skip + scan.limit) * (entries / Math.max(total, 1)))
  return collected + bound < entries / 2 ? Math.ceil(bound) : undefined
}
