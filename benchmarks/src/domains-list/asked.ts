import type { DomainFilter, DomainSortField } from "@namewright/core/domains"
import type { Sort } from "@namewright/core/shared"
import { filters, pairs, sorts } from "./questions.ts"

/** Questions that share one bound. */
export const groups = ["single filters", "pairs", "deep pages"] as const
export type Group = (typeof groups)[number]

/** A list as a caller asks for it. */
export interface Asked {
  readonly group: Group
  readonly name: string
  readonly filter: DomainFilter
  readonly sort: Sort<DomainSortField>
  /** Which page: the first, the first one behind row 10,000, or the one in the middle of the list. */
  readonly depth: "first" | "10,000" | "middle"
}

/** The default sort order of lists, and the two most common ones. */
const usual: ReadonlyArray<Sort<DomainSortField>> = [
  { by: "created_on", order: "desc" },
  { by: "name", order: "asc" },
  { by: "expires_on", order: "asc" }
]

const everySort = sorts.flatMap((by) =>
  (["asc", "desc"] as const).map((order): Sort<DomainSortField> => ({ by, order }))
)

const ask = (
  group: Group,
  questions: Readonly<Record<string, DomainFilter>>,
  asSorted: ReadonlyArray<Sort<DomainSortField>>,
  depth: Asked["depth"] = "first"
): ReadonlyArray<Asked> =>
  Object.entries(questions).flatMap(([name, filter]) =>
    asSorted.map((sort) => ({
      group,
      name: `${name} by ${sort.by} ${sort.order}${depth === "first" ? "" : `, ${depth}`}`,
      filter,
      sort,
      depth
    }))
  )

/** Every list that is measured: all filters in all sort orders, ten pairs of filters, and deep pages of both. */
export const asked: ReadonlyArray<Asked> = [
  ...ask("single filters", filters, everySort),
  ...ask("pairs", pairs, usual),
  ...(["10,000", "middle"] as const).flatMap((depth) => [
    ...ask("deep pages", filters, usual, depth),
    ...ask("deep pages", pairs, usual, depth)
  ])
]
