import { Array as Arr, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { domainConditions } from "./DomainConditionsSql.ts"
import type { CountedGroup, DomainGroups, GroupDimension } from "./DomainGroupsSql.ts"
import type { DomainListTuning } from "./DomainListPlan.ts"
import type { DomainQuery } from "./DomainQuerySql.ts"

/** A way to the rows of a filter that leads over few others. */
export interface Driver {
  /** How many rows it leads to, at most. */
  readonly rows: number
  /** What these cost to read, in entries of an index that holds all that a filter looks at. */
  readonly cost: number
  /** Names the index where the database does not find it by itself. */
  readonly index: Statement.Fragment
  /** The organization, and what makes the index usable beside the conditions of the filter. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
}

/** States or traits up to which their domains are looked up one after the other. */
const membersLookedUp = 1000
/** Rows with one name in all TLDs; there are not more TLDs. */
const namesakes = 2000

const indexes: Record<GroupDimension, string> = {
  state: "domain_index_state",
  trait: "domain_index_trait",
  nameservers: "domain_index_nameservers",
  tags: "domain_index_tags"
}

/** Finds the ways to the rows of a filter, each through another of its parts. */
export const domainDrivers = (sql: SqlClient.SqlClient, groups: DomainGroups, tuning: DomainListTuning) => {
  const { count, indexedBy, isPostgres } = dialect(sql)
  const conditions = domainConditions(sql)

  /** What leads into the index of a group, beside the group's own conditions. */
  const entry = Effect.fnUntraced(function*(owner: number, group: CountedGroup) {
    switch (group.dimension) {
      case "nameservers":
        return [conditions.owned(owner)]
      case "tags":
        return [conditions.ownedBesides(owner), sql`i.tag_set_no > 0`]
      case "state":
        return [
          conditions.ownedBesides(owner),
          conditions.isOneOf(sql`i.state_no`, yield* groups.membersOf(owner, group))
        ]
      case "trait":
        return [
          conditions.ownedBesides(owner),
          conditions.isOneOf(sql`i.trait_no`, yield* groups.membersOf(owner, group))
        ]
    }
  })

  /** Where the planner chooses the index, it may take that of the tags, which holds tagged domains only. */
  const leftOpen = (query: DomainQuery) =>
    isPostgres && query.groups.some(({ dimension, exclude }) => dimension === "tags" && !exclude)
      ? [sql`i.tag_set_no > 0`]
      : []

  const ofGroup = Effect.fnUntraced(function*(owner: number, group: CountedGroup) {
    const isSet = group.dimension === "nameservers" || group.dimension === "tags"
    if (group.exclude || (!isSet && group.size > membersLookedUp)) return []
    const driver: Driver = {
      rows: group.n,
      cost: group.n * tuning.collectedCost,
      index: indexedBy(indexes[group.dimension]),
      conditions: yield* entry(owner, group)
    }
    return [driver]
  })

  /** Counts rows, but not more than are worth collecting. */
  const probe = (rows: Statement.Fragment) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${count} AS n FROM (${rows} LIMIT ${tuning.collected + 1}) probe`,
      ([row]) => row?.n ?? 0
    )

  const dates = (query: DomainQuery) =>
    Effect.forEach(query.dates, ({ field, within }) => {
      if (within === undefined) return Effect.succeed([])
      const index = indexedBy(`domain_index_${field}`)
      const stretch = conditions.within(field, within)
      return Effect.map(
        probe(
          sql`SELECT 1 AS one FROM domain_index i ${index} WHERE ${
            sql.and([conditions.owned(query.owner), ...stretch])
          }`
        ),
        (rows): ReadonlyArray<Driver> =>
          rows > tuning.collected ? [] : [{ rows, cost: rows, index, conditions: [conditions.owned(query.owner)] }]
      )
    })

  /** The text index of SQLite answers for the names of all organizations. */
  const searched = Effect.fnUntraced(function*(owner: number, part: string) {
    const matching = sql`SELECT rowid FROM domain_name_search WHERE name MATCH ${`"${part}"`}`
    const rows = yield* probe(matching)
    if (rows > tuning.collected) return []
    const driver: Driver = {
      rows,
      cost: rows * tuning.collectedCost,
      index: sql.literal("NOT INDEXED"),
      conditions: [conditions.owned(owner), sql`i.domain_no IN (${matching})`]
    }
    return [driver]
  })

  return {
    /** Every way that is known without counting. */
    known: Effect.fnUntraced(function*(query: DomainQuery, all: number) {
      const { name, sld } = query
      const owned = [conditions.owned(query.owner)]
      const owner: Driver = {
        rows: all,
        cost: all,
        index: indexedBy("domain_index_name"),
        conditions: [...owned, ...leftOpen(query)]
      }
      if (name !== undefined) return Arr.of<Driver>({ ...owner, rows: 1, cost: 1 })
      const rows = Math.min(all, namesakes)
      const label: ReadonlyArray<Driver> = sld === undefined
        ? []
        : [{ rows, cost: rows, index: indexedBy("domain_index_sld"), conditions: owned }]
      const grouped = yield* Effect.forEach(query.groups, (group) => ofGroup(query.owner, group))
      return Arr.prependAll([owner], [...label, ...grouped.flat()])
    }),

    /**
     * Rows that are read to collect what meets the filter. PostgreSQL finds a way through the text of names by itself,
     * and takes it when few names match.
     */
    rowsRead: ({ search }: DomainQuery, driver: Driver, matching: number): number =>
      isPostgres && search !== undefined && matching <= tuning.collected ? matching : driver.rows,

    /** The ways that have to be tried. */
    tried: Effect.fnUntraced(function*(query: DomainQuery) {
      const byDate = yield* dates(query)
      const bySearch = query.search === undefined || query.search.length < 3 || isPostgres
        ? []
        : yield* searched(query.owner, query.search)
      return [...byDate.flat(), ...bySearch]
    })
  }
}

/** The way that costs least. */
export const shortest = ([first, ...others]: readonly [Driver, ...ReadonlyArray<Driver>]): Driver =>
  others.reduce((best, driver) => driver.cost < best.cost ? driver : best, first)
