import { DnsName } from "@namewright/core/dns"
import type { NamePattern, ObjectScope, OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { nameMatches } from "../ScopeNames.ts"
import type { RowConditions } from "../tags/TagConditions.ts"
import { rangeBelow, sortKeyOf } from "./SortKey.ts"

const absolute = (name: string) => `${name}.` as DnsName.DnsName

/** Conditions of lists of zones by the scopes of their callers. */
export const zoneScope = (sql: SqlClient.SqlClient, fewRows: number) => {
  const { count, isPostgres, oneOfRows } = dialect(sql)
  /** Keeps SQLite from starting with an index of the column. */
  const organization = sql.literal(isPostgres ? "z.organization_id" : "+z.organization_id")

  /** Names below a name are one range of sort keys. */
  const named = (pattern: NamePattern): Statement.Fragment => {
    const below = pattern.slice("*.".length)
    if (!pattern.startsWith("*.") || below.split(".").includes("*")) return nameMatches(sql, sql`z.name`, pattern, ".")
    const { after, before } = rangeBelow(sortKeyOf(absolute(below), DnsName.root))
    return sql`z.sort_key > ${after} AND z.sort_key < ${before}`
  }

  /** Query for the ids of the zones of a scope; undefined if there are none. */
  const zones = (
    owner: OrganizationId,
    { ids, names, tag_ids }: ObjectScope
  ): Statement.Fragment | undefined => {
    const from = (where: Statement.Fragment, column = organization) =>
      sql`SELECT z.dns_zone_id FROM dns_zones z WHERE ${column} = ${owner} AND ${where}`
    const queries = [
      ...(ids.length === 0 ? [] : [from(sql.in("z.dns_zone_id", ids))]),
      ...(tag_ids.length === 0 ? [] : [
        sql`SELECT t.dns_zone_id FROM dns_zone_tags t WHERE t.organization_id = ${owner} AND ${
          sql.in("t.tag_id", tag_ids)
        }`
      ]),
      ...names.map((pattern) =>
        pattern.startsWith("*.") ? from(named(pattern)) : from(named(pattern), sql.literal("z.organization_id"))
      )
    ]
    const [first, ...others] = queries
    return first === undefined
      ? undefined
      : others.reduce((all, query) => sql`${all} UNION ALL ${query}`, first)
  }

  const isFew = (query: Statement.Fragment) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${count} AS n FROM (SELECT 1 FROM (${query}) f LIMIT ${fewRows + 1}) g`
        .unprepared,
      ([row]) => (row?.n ?? 0) <= fewRows
    )

  /**
   * Conditions that zones are in all of the scopes, on a row with a column of their ids. The zones of a small scope are
   * looked up; with a large one, the list is read in its order, and each row compared.
   */
  return Effect.fnUntraced(function*(
    owner: OrganizationId,
    scopes: ReadonlyArray<ObjectScope>
  ): Effect.fn.Return<(row: "z" | "s") => RowConditions, SqlError.SqlError> {
    const queries = scopes.map((scope) => zones(owner, scope))
    const found = queries.flatMap((query) => query ?? [])
    if (found.length < queries.length) return () => ({ conditions: [sql`1 = 0`], few: true })
    const few = yield* Effect.forEach(found, isFew)
    return (row) => ({
      conditions: found.map((query, index) => {
        const id = sql.literal(`${row}.dns_zone_id`)
        if (few[index]) return sql`${id} ${oneOfRows(query)}`
        return isPostgres ? sql`(${id} IN (${query})) IS TRUE` : sql`+${id} IN (${query})`
      }),
      few: few.includes(true)
    })
  })
}
