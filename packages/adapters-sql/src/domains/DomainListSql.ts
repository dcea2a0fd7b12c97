import type { DomainSortField, DomainStore, ListedDomain } from "@namewright/core/domains"
import { offset, type PageRequest } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { domainConditions } from "./DomainConditionsSql.ts"
import { domainCountReads, type Overall, sumOf } from "./DomainCountReadsSql.ts"
import { domainDrivers, type Driver, shortest } from "./DomainDriversSql.ts"
import { domainExpiry } from "./DomainExpirySql.ts"
import { type CountedGroup, domainGroups, every, type Group } from "./DomainGroupsSql.ts"
import { DomainListTuning, ranksOf, walkAll, walkParts, wayTo } from "./DomainListPlan.ts"
import { domainOwners } from "./DomainOwnersSql.ts"
import { domainPages, type DomainSort } from "./DomainPagesSql.ts"
import { domainQueries, type DomainQuery, isBoth, isEverything, isOneDate, isOneGroup } from "./DomainQuerySql.ts"
import { type DomainSelection, selectionOf } from "./DomainSelection.ts"
import { domainSpread } from "./DomainSpreadSql.ts"
import { domainStretches } from "./DomainStretchesSql.ts"
import { type Part, partsOf } from "./DomainStripes.ts"
import { domainSummaries } from "./DomainSummarySql.ts"
import { domainUpkeep } from "./DomainUpkeepSql.ts"

interface Found {
  readonly total: number
  readonly items: ReadonlyArray<ListedDomain>
}

const nothing: Found = { total: 0, items: [] }

interface Rows {
  readonly offset: number
  readonly limit: number
}

/** What the counts tell of a filter: how many domains meet it, and in some orders where these stand. */
interface Told {
  readonly total: number
  readonly along: (by: DomainSortField) => Parts | undefined
}

interface Parts {
  /** Members whose stripes are read. */
  readonly members: number
  readonly read: Effect.Effect<ReadonlyArray<Part>, SqlError.SqlError>
}

const toldBy = (parts: ReadonlyArray<Part>): Told => ({
  total: sumOf(parts),
  along: () => ({ members: 0, read: Effect.succeed(parts) })
})

/**
 * Lists the domains of an organization. A page is found in one of three ways: along the index of its order, from the
 * nearer end; along it from the edge of a part, of which it is known how many domains stand before it; or by collecting
 * the few domains that meet the filter and sorting them. The total comes from the counts where they have it.
 */
export const domainLists = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tuning = yield* DomainListTuning
  const { count: counting, indexedBy } = dialect(sql)
  const { owned } = domainConditions(sql)
  const owners = domainOwners(sql)
  const reads = domainCountReads(sql)
  const groups = domainGroups(sql, tuning)
  const queries = domainQueries(sql, owners, groups)
  const stretches = domainStretches(sql, groups)
  const drivers = domainDrivers(sql, groups, tuning)
  const pages = domainPages(sql)
  const spread = domainSpread(sql)
  const expiry = domainExpiry(sql, spread)

  const stripesOf = (owner: number, group: Group, by: DomainSortField) =>
    Effect.map(groups.stripes(owner, group, by), (stripes) => partsOf(by, stripes))

  const tell = Effect.fnUntraced(function*(query: DomainQuery, all: number, striped: boolean) {
    const group: CountedGroup = query.groups[0] ?? { ...every, n: all, size: 1 }
    if (isOneGroup(query)) {
      const counted = group.provided ?? group
      const told: Told = {
        total: group.n,
        along: (by) => striped ? { members: counted.size, read: stripesOf(query.owner, counted, by) } : undefined
      }
      return told
    }
    if (isBoth(query)) {
      const told: Told = { total: query.both ?? 0, along: () => undefined }
      return told
    }
    const [date] = query.dates
    if (!striped || !isOneDate(query) || date === undefined || group.size > tuning.membersRead) return undefined
    const stripes = yield* stretches.meeting(query.owner, group, date)
    const told: Told = {
      total: sumOf(stripes),
      along: (by) => by === date.field ? { members: 0, read: Effect.succeed(partsOf(by, stripes)) } : undefined
    }
    return told
  })

  /** The shortest way to all rows; those that have to be tried are left out where they would not matter. */
  const driverOf = Effect.fnUntraced(function*(query: DomainQuery, all: number, told: Told | undefined) {
    const known = shortest(yield* drivers.known(query, all))
    return told !== undefined || known.rows <= tuning.collected
      ? known
      : shortest([known, ...(yield* drivers.tried(query))])
  })

  const countEach = (query: DomainQuery, driver: Driver) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${counting} AS n FROM domain_index i ${driver.index}
        WHERE ${sql.and([...query.conditions, ...driver.conditions])}`,
      ([row]) => row?.n ?? 0
    )

  const spreadOf = (
    query: DomainQuery,
    { conditions, index }: Pick<Driver, "conditions" | "index">,
    by: DomainSortField
  ) => Effect.map(spread.parts(index, [...query.conditions, ...conditions], by), toldBy)

  /** Counts what the counts do not tell; before a deep page also where it stands. */
  const count = (query: DomainQuery, driver: Driver, by: DomainSortField, passed: number) =>
    passed >= tuning.spread
      ? spreadOf(query, driver, by)
      : Effect.map(countEach(query, driver), (total): Told => ({ total, along: () => undefined }))

  /**
   * Where in another order the domains stand that meet the test of one date: of an expiry by the counts, of any other
   * date by looking at all that lie within its stretch, when that is less work than a walk.
   */
  const tellByDate = Effect.fnUntraced(function*(query: DomainQuery, all: number, by: DomainSortField, passed: number) {
    const [date] = query.dates
    if (passed < tuning.spread || !isOneDate(query) || date === undefined || by === date.field) return undefined
    const rows = date.within === undefined ? all : yield* stretches.about(query.owner, date.field, date.within)
    if (rows <= tuning.collected) return undefined
    if (date.field === "expires_on" && query.groups.length === 0) {
      return toldBy(partsOf(by, yield* expiry.meeting(query.owner, date, by)))
    }
    const matching = rows * (query.groups[0]?.n ?? all) / all
    const walk = Math.min(all / 2, (passed * all) / Math.max(matching, 1))
    return date.within === undefined || rows * tuning.spreadCost > walk
      ? undefined
      : yield* spreadOf(query, {
        index: indexedBy(`domain_index_${date.field}`),
        conditions: [owned(query.owner)]
      }, by)
  })

  const collect = (query: DomainQuery, driver: Driver, sort: DomainSort, rows: Rows, tags: boolean) =>
    pages.collected([...query.conditions, ...driver.conditions], driver.index, sort, rows, tags)

  const find = Effect.fnUntraced(
    function*<E>(
      query: DomainQuery,
      overall: Effect.Effect<Overall, E>,
      sort: DomainSort,
      page: PageRequest,
      tags: boolean
    ) {
      const rows = { offset: offset(page), limit: page.page_size }
      if (isEverything(query) && rows.offset + rows.limit <= tuning.passed) {
        return yield* pages.first(reads.allOf(query.owner), [owned(query.owner)], sort, rows, tags)
      }
      const { n: all, striped } = yield* overall
      const told = (striped ? yield* tellByDate(query, all, sort.by, rows.offset) : undefined) ??
        (yield* tell(query, all, striped))
      const driver = yield* driverOf(query, all, told)
      if (told === undefined && driver.rows <= tuning.collected) return yield* collect(query, driver, sort, rows, tags)
      const { along, total } = told ?? (yield* count(query, driver, sort.by, rows.offset))
      const ranks = ranksOf(total, page, sort.order)
      const found = (items: ReadonlyArray<ListedDomain>): Found => ({ total, items })
      if (ranks.start === ranks.end) return found([])
      const parts = along(sort.by)
      const way = wayTo({
        ranks,
        matching: total,
        all,
        collected: drivers.rowsRead(query, driver, total),
        stripes: parts?.members,
        reads_text: query.search !== undefined && sort.by !== "name"
      }, tuning)
      if (way === "collect") return found((yield* collect(query, driver, sort, rows, tags)).items)
      const walks = way === "stripes" && parts !== undefined
        ? walkParts(ranks, yield* parts.read)
        : [walkAll(ranks, total)]
      return found(yield* pages.walked([owned(query.owner), ...query.conditions], sort, walks, tags))
    }
  )

  const select = Effect.fnUntraced(
    function*(owner: number, selection: DomainSelection, sort: DomainSort, page: PageRequest, tags: boolean) {
      const overall = yield* Effect.cached(reads.overall(owner))
      const query = yield* queries.prepare(owner, selection, overall)
      return Option.isNone(query) ? nothing : yield* find(query.value, overall, sort, page, tags)
    }
  )

  const list: DomainStore["Service"]["list"] = Effect.fnUntraced(
    function*(organization, filter, sort, page, { now, tags }) {
      const owner = yield* owners.find(organization)
      const selection = selectionOf(filter, now)
      const found: Found = Option.isNone(owner) || selection === undefined
        ? nothing
        : yield* select(owner.value, selection, sort, page, tags)
      return { ...found, ...page }
    },
    orDieSql
  )

  const findListed: DomainStore["Service"]["findListed"] = (reference, { tags }) => orDieSql(pages.one(reference, tags))

  return {
    list,
    findListed,
    ...domainSummaries(sql, owners, groups),
    tend: orDieSql(domainUpkeep(sql, tuning).tend)
  }
})
