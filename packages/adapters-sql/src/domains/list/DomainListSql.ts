import type { DomainStore, ListedDomain } from "@namewright/core/domains"
import { offset, type PageRequest } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "../../Codecs.ts"
import { domainDictionary } from "../DomainDictionarySql.ts"
import { nameserverSetUpkeep } from "../NameserverSetUpkeepSql.ts"
import { type AccessPath, domainAccessPaths } from "./DomainAccessPathsSql.ts"
import { domainCounts } from "./DomainCountsSql.ts"
import { boundOf, DomainListTuning, isCollected, ranksOf, scanOf } from "./DomainListPlan.ts"
import { domainPages, type DomainSort } from "./DomainPagesSql.ts"
import { domainQueries, type DomainQuery } from "./DomainQuerySql.ts"
import { selectionOf } from "./DomainSelection.ts"
import { domainSummaries } from "./DomainSummarySql.ts"

interface Found {
  readonly total: number
  readonly items: ReadonlyArray<ListedDomain>
}

const nothing: Found = { total: 0, items: [] }

/** Number of rows that an uncounted path reads: the matching ones if the whole filter bounds its scan. */
const rowsOf = ({ conditions, sets }: DomainQuery, { isSelective }: AccessPath, total: number, all: number): number =>
  isSelective && conditions.length + sets.length === 1 ? total : all

/**
 * Lists the domains of an organization. A page is read through one of two access paths: few matching rows are collected
 * and sorted; many are found by an index scan in sort order. Described in docs/domain-lists.md.
 */
export const domainLists = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tuning = yield* DomainListTuning
  const dictionary = domainDictionary(sql)
  const counts = domainCounts(sql)
  const queries = domainQueries(sql)
  const paths = domainAccessPaths(sql, tuning)
  const pages = domainPages(sql)

  const totalOf = (owner: number) =>
    Effect.map(sql<{ readonly n: number }>`SELECT ${counts.allOf(owner)} AS n`, ([row]) => row?.n ?? 0)

  /** Number of matching rows: from the counts if the filter is one counted set, otherwise through an index. */
  const count = Effect.fnUntraced(function*(query: DomainQuery, all: number) {
    const [set, ...others] = query.sets
    if (query.conditions.length > 0 || others.length > 0) return yield* paths.count(paths.covering(query))
    if (set === undefined) return all
    if (set.rows === undefined) return yield* paths.count(paths.covering(query))
    return set.exclude ? all - set.rows : set.rows
  })

  const counted = Effect.fnUntraced(
    function*(query: DomainQuery, sort: DomainSort, page: PageRequest, tags: boolean) {
      const all = yield* totalOf(query.owner)
      const total = yield* count(query, all)
      const ranks = ranksOf(total, page, sort.order)
      if (ranks.start === ranks.end) return { total, items: [] }
      const scan = scanOf(ranks, total)
      const path = paths.covering(query)
      const alternatives = { scan, total, entries: all, collected: path.rows ?? rowsOf(query, path, total, all) }
      if (!isCollected(alternatives, tuning)) {
        const items = yield* pages.scanned(query, sort, { ...scan, entries: boundOf(alternatives) }, tags)
        if (items.length === scan.limit) return { total, items }
      }
      const rows = { skip: offset(page), limit: page.page_size }
      return { total, items: (yield* pages.collected(path, sort, rows, tags)).items }
    }
  )

  const find = Effect.fnUntraced(
    function*(query: DomainQuery, sort: DomainSort, page: PageRequest, tags: boolean) {
      const rows = { skip: offset(page), limit: page.page_size }
      if (query.sets.length === 0 && query.conditions.length === 0) {
        if (rows.skip > tuning.collected) return yield* counted(query, sort, page, tags)
        const scan = { ...rows, order: sort.order }
        const { items, total } = yield* pages.first(query, counts.allOf(query.owner), sort, scan, tags)
        return { items, total: total ?? (yield* totalOf(query.owner)) }
      }
      const narrow = yield* paths.narrow(query)
      if (narrow === undefined) return yield* counted(query, sort, page, tags)
      const found = yield* pages.collected(narrow, sort, rows, tags)
      return found.total > 0 || rows.skip === 0 ? found : { items: [], total: yield* paths.count(narrow) }
    }
  )

  const list: DomainStore["Service"]["list"] = Effect.fnUntraced(
    function*(organization, filter, sort, page, { now, tags }) {
      const owner = yield* dictionary.owner(organization)
      const selection = selectionOf(filter, now)
      if (owner === undefined || selection === undefined) return { ...nothing, ...page }
      const query = yield* queries.prepare(owner, selection)
      const found: Found = Option.isNone(query) ? nothing : yield* find(query.value, sort, page, tags)
      return { ...found, ...page }
    },
    orDieSql
  )

  const findListed: DomainStore["Service"]["findListed"] = (reference, { tags }) => orDieSql(pages.one(reference, tags))

  return {
    list,
    findListed,
    ...domainSummaries(sql, dictionary),
    removeUnusedNameserverSets: orDieSql(nameserverSetUpkeep(sql).removeUnusedNameserverSets)
  }
})
