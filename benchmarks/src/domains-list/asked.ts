import type { DomainFilter, DomainSortField } from "@namewright/core/domains"
import type { Sort } from "@namewright/core/shared"
import { filters, pairs, sorts } from "./questions.ts"

/** Questions whose figures are told together. */
export const groups = ["filters", "sorts", "pairs", "deep pages"] as const
export type Group = (typeof groups)[number]

/** A list as a caller asks for it. */
export interface Asked {
  readonly group: Group
  readonly name: string
  readonly filter: DomainFilter
  readonly sort: Sort<DomainSortField>
  /** Which page: the first, or as far from both ends of the list as there is one, or the last. */
  readonly depth: "first" | "middle" | "last"
}

const orders = ["asc", "desc"] as const
/** The order of a list that asks for none, and the one that people ask for most. */
const usual: ReadonlyArray<Sort<DomainSortField>> = [{ by: "created_on", order: "desc" }, { by: "name", order: "asc" }]
/** Filters that are met by all, half, some and few. */
const sorted = new Set(["none", "tld, half", "transfer_lock=false", "tag, many", "nameserver, some", "is_premium"])

const named = (name: string, { by, order }: Sort<DomainSortField>) => `${name} by ${by} ${order}`

const ask = (group: Group, questions: Readonly<Record<string, DomainFilter>>, depth: Asked["depth"]) =>
  Object.entries(questions).flatMap(([name, filter]) =>
    usual.map((sort): Asked => ({ group, name: named(name, sort), filter, sort, depth }))
  )

const everySort = sorts.flatMap((by) => orders.map((order): Sort<DomainSortField> => ({ by, order })))

/** Everything that is measured. */
export const asked: ReadonlyArray<Asked> = [
  ...ask("filters", filters, "first"),
  ...ask("pairs", pairs, "first"),
  ...everySort.flatMap((sort) =>
    Object.entries(filters).filter(([name]) => sorted.has(name)).map(([name, filter]): Asked => ({
      group: "sorts",
      name: named(name, sort),
      filter,
      sort,
      depth: "first"
    }))
  ),
  ...ask("deep pages", filters, "middle"),
  ...ask("deep pages", pairs, "middle"),
  ...everySort.flatMap((sort) =>
    (["middle", "last"] as const).map((depth): Asked => ({
      group: "deep pages",
      name: named(`none, ${depth}`, sort),
      filter: {},
      sort,
      depth
    }))
  )
]
