import type { DomainSortField } from "@namewright/core/domains"
import type { TagFilterMode } from "@namewright/core/tags"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { type DomainConditions, domainConditions, type SetTest } from "./DomainConditionsSql.ts"
import { dimensions, inAll } from "./DomainPlaces.ts"
import type { BitTest } from "./DomainSelection.ts"
import { sortNumbers } from "./DomainStripes.ts"

/** Tests on the kind of a domain, in numbers. */
export interface KindTests {
  readonly tlds: ReadonlyArray<number> | undefined
  readonly credentials: ReadonlyArray<number> | undefined
  readonly bits: ReadonlyArray<BitTest>
}

/**
 * One part of a filter whose domains are counted as they change: those of some kinds, or with some nameserver sets, or
 * with some tag sets.
 */
export type Group =
  | { readonly dimension: "kind"; readonly tests: KindTests }
  | { readonly dimension: "nameservers" | "tags"; readonly test: SetTest }

/** How many domains of a group stand in a stripe. */
export interface StripeCount {
  readonly stripe: number
  readonly n: number
}

/** Characters that the text index of SQLite needs at least. */
const indexedCharacters = 3

const everyKind: KindTests = { tlds: undefined, credentials: undefined, bits: [] }

const isEveryKind = ({ bits, credentials, tlds }: KindTests): boolean =>
  bits.length === 0 && tlds === undefined && credentials === undefined

export const kindConditions = (
  conditions: DomainConditions,
  sql: SqlClient.SqlClient,
  alias: "i" | "k",
  { bits, credentials, tlds }: KindTests
): ReadonlyArray<Statement.Fragment> => [
  ...(tlds === undefined ? [] : [conditions.isOneOf(sql.literal(`${alias}.tld_no`), tlds)]),
  ...(credentials === undefined ? [] : [conditions.isOneOf(sql.literal(`${alias}.credential_no`), credentials)]),
  ...bits.map((test) => conditions.bits(alias, test))
]

/** Reads the counts. */
export const domainGroups = (sql: SqlClient.SqlClient) => {
  const conditions = domainConditions(sql)
  const { whole } = dialect(sql)

  const ofKinds = (tests: KindTests): Statement.Fragment =>
    isEveryKind(tests)
      ? sql``
      : sql`AND c.member_no IN (SELECT k.kind_no FROM domain_kinds k
          WHERE k.owner_no = c.owner_no AND ${sql.and(kindConditions(conditions, sql, "k", tests))})`

  const ofGroup = (owner: number, group: Group, sort: number): Statement.Fragment =>
    sql`c.owner_no = ${owner} AND c.dimension = ${dimensions[group.dimension]} AND c.sort = ${sort} ${
      group.dimension === "kind"
        ? ofKinds(group.tests)
        : sql`AND ${conditions.isOneOf(sql`c.member_no`, group.test.numbers)}`
    }`

  const sum = (owner: number, group: Group) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${whole("COALESCE(sum(c.n), 0)")} AS n FROM domain_counts c
        WHERE ${ofGroup(owner, group, inAll)}`,
      ([row]) => row?.n ?? 0
    )

  const stripesOf = (owner: number, group: Group, sort: DomainSortField) =>
    sql<StripeCount>`SELECT c.stripe, ${whole("sum(c.n)")} AS n FROM domain_counts c
      WHERE ${ofGroup(owner, group, sortNumbers[sort])} GROUP BY c.stripe ORDER BY c.stripe`

  const every: Group = { dimension: "kind", tests: everyKind }
  const excludes = (group: Group): boolean => group.dimension !== "kind" && group.test.exclude

  /** The sets that have domains, and how many domains. */
  const setsOf = (owner: number, dimension: "nameservers" | "tags", members: Statement.Fragment) =>
    sql<{ readonly member_no: number; readonly n: number }>`SELECT c.member_no, ${whole("sum(c.n)")} AS n
      FROM domain_counts c WHERE c.owner_no = ${owner} AND c.dimension = ${dimensions[dimension]} AND c.sort = ${inAll}
        AND c.member_no IN (${members}) GROUP BY c.member_no HAVING sum(c.n) > 0`

  const containing = (part: string): Statement.Fragment =>
    sql.onDialectOrElse({
      pg: () => conditions.contains(sql`s.hostnames`, part),
      orElse: () =>
        part.length < indexedCharacters
          ? conditions.contains(sql`s.hostnames`, part)
          : sql`s.nameserver_set_no IN (SELECT rowid FROM domain_nameserver_search WHERE hostnames MATCH ${`"${part}"`})`
    })

  const carrying = (owner: number, ids: ReadonlyArray<string>, mode: TagFilterMode): Statement.Fragment =>
    sql`SELECT m.tag_set_no FROM domain_tag_set_members m WHERE m.owner_no = ${owner} AND ${sql.in("m.tag_id", ids)}
      ${mode === "match_all" ? sql`GROUP BY m.tag_set_no HAVING count(*) = ${ids.length}` : sql``}`

  /** How many domains the group has. */
  const total = Effect.fnUntraced(function*(owner: number, group: Group) {
    const n = yield* sum(owner, group)
    return excludes(group) ? (yield* sum(owner, every)) - n : n
  })

  return {
    every,
    containing,
    total,

    /** A query for the number of all domains, in a column `total` of one row. */
    totalOf: (owner: number): Statement.Fragment =>
      sql`SELECT ${whole("COALESCE(sum(c.n), 0)")} AS total FROM domain_counts c
        WHERE ${ofGroup(owner, every, inAll)}`,

    /** Where in an order the domains of the group stand, from the first stripe to the last. */
    stripes: Effect.fnUntraced(function*(owner: number, group: Group, sort: DomainSortField) {
      const counts = yield* stripesOf(owner, group, sort)
      const found = excludes(group) ? without(yield* stripesOf(owner, every, sort), counts) : counts
      return found.filter(({ n }) => n > 0)
    }),

    /** The kinds that meet the tests and have domains. */
    kinds: (owner: number, tests: KindTests) =>
      Effect.map(
        sql<{ readonly member_no: number }>`SELECT c.member_no FROM domain_counts c
          WHERE ${ofGroup(owner, { dimension: "kind", tests }, inAll)} GROUP BY c.member_no HAVING sum(c.n) > 0`,
        (rows) => rows.map(({ member_no }) => member_no)
      ),

    /** Domains one of whose nameservers has the part in its hostname. */
    nameservers: (owner: number, part: string) =>
      Effect.map(
        setsOf(
          owner,
          "nameservers",
          sql`SELECT s.nameserver_set_no FROM domain_nameserver_sets s WHERE ${containing(part)}`
        ),
        (sets): CountedGroup => ({
          group: { dimension: "nameservers", test: setTest("nameserver_set_no", sets, false) },
          n: sumOf(sets)
        })
      ),

    /** Domains that carry any or all of the tags, or none. */
    tags: Effect.fnUntraced(function*(owner: number, ids: ReadonlyArray<string>, mode: TagFilterMode) {
      const sets = yield* setsOf(owner, "tags", carrying(owner, ids, mode))
      const exclude = mode === "match_none"
      const counted: CountedGroup = {
        group: { dimension: "tags", test: setTest("tag_set_no", sets, exclude) },
        n: exclude ? (yield* sum(owner, every)) - sumOf(sets) : sumOf(sets)
      }
      return counted
    })
  }
}

/** A group and how many domains it has. */
export interface CountedGroup {
  readonly group: Group
  readonly n: number
}

const setTest = (
  column: SetTest["column"],
  sets: ReadonlyArray<{ readonly member_no: number }>,
  exclude: boolean
): SetTest => ({ column, numbers: sets.map(({ member_no }) => member_no), exclude })

export const sumOf = (counts: ReadonlyArray<{ readonly n: number }>): number =>
  counts.reduce((sum, { n }) => sum + n, 0)

const without = (all: ReadonlyArray<StripeCount>, some: ReadonlyArray<StripeCount>): ReadonlyArray<StripeCount> => {
  const taken = new Map(some.map(({ n, stripe }) => [stripe, n]))
  return all.map(({ n, stripe }) => ({ stripe, n: n - (taken.get(stripe) ?? 0) }))
}
