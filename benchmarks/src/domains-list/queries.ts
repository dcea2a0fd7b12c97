import type { DomainFilter, DomainSortField } from "@namewright/core/domains"
import type { Sort } from "@namewright/core/shared"
import { filters, pairs, sorts } from "./filters.ts"

/** Groups of queries with one bound each. */
export const groups = ["single filters", "pairs", "deep pages"] as const
export type Group = (typeof groups)[number]

/** Query of a list. */
export interface ListQuery {
  readonly group: Group
  readonly name: string
  readonly filter: DomainFilter
  readonly sort: Sort<DomainSortField>
  /** Page: the first, the one after row 10,000, or the one in the middle of the list. */
  readonly depth: "first" | "10,000" | "middle"
}

/** Default sort order of lists, and the two most common ones. */
const commonSorts: ReadonlyArray<Sort<DomainSortField>> = [
  { by: "created_on", order: "desc" },
  { by: "name", order: "asc" },
  { by: "expires_on", order: "asc" }
]

const everySort = sorts.flatMap((by) =>
  (["asc", "desc"] as const).map((order): Sort<DomainSortField> => ({ by, order }))
)

const queriesOf = (
  group: Group,
  filtersByName: Readonly<Record<string, DomainFilter>>,
  orders: ReadonlyArray<Sort<DomainSortField>>,
  depth: ListQuery["depth"] = "first"
): ReadonlyArray<ListQuery> =>
  Object.entries(filtersByName).flatMap(([name, filter]) =>
    orders.map((sort) => ({
      group,
      name: `${name} by ${sort.by} ${sort.order}${depth === "first" ? "" : `, ${depth}`}`,
      filter,
      sort,
      depth
    }))
  )

/** All measured queries: every filter in every sort order, ten pairs of filters, and deep pages of both. */
export const queries: ReadonlyArray<ListQuery> = [
  ...queriesOf("single filters", filters, everySort),
  ...queriesOf("pairs", pairs, commonSorts),
  ...(["10,000", "middle"] as const).flatMap((depth) => [
    ...queriesOf("deep pages", filters, commonSorts, depth),
    ...queriesOf("deep pages", pairs, commonSorts, depth)
  ])
]
