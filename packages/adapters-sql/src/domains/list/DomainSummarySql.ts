import type { DomainCounts, DomainStore } from "@namewright/core/domains"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"
import { statusesOf, statusTagsOf } from "../DomainCodes.ts"
import type { domainDictionary } from "../DomainDictionarySql.ts"
import { secondsOf } from "../DomainKeys.ts"
import { domainCounts } from "./DomainCountsSql.ts"
import { domainScope } from "./DomainScopeSql.ts"

/** Values of a combination, and the number of its domains. */
interface Member {
  readonly tld: string
  readonly state: number
  readonly flags: number
  readonly n: number
}

const daySeconds = 86_400
const empty: DomainCounts = {
  total_count: 0,
  by_status: {},
  by_status_tag: {},
  by_tld: {},
  next_30_days: 0,
  next_60_days: 0,
  next_90_days: 0
}

/** Counts of the summary: from the counts by combination, and expiries from the index of their sort order. */
export const domainSummaries = (sql: SqlClient.SqlClient, dictionary: ReturnType<typeof domainDictionary>) => {
  const { count, oneOfRows } = dialect(sql)
  const read = domainCounts(sql)
  const scopeOf = domainScope(sql)

  /** Number of domains that expire between two days from now. */
  const expiring = (scoped: Statement.Fragment, today: number) => (from: number, to: number) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${count} AS n FROM domain_keys i WHERE ${scoped}
        AND i.expires_on >= ${today + from * daySeconds} AND i.expires_on < ${today + to * daySeconds}`.unprepared,
      ([row]) => row?.n ?? 0
    )

  /** Values and counts of the combinations of the domains in a scope. */
  const membersWithin = (scoped: Statement.Fragment) =>
    sql<Member>`SELECT c.tld, c.state, c.flags, ${count} AS n FROM domain_keys i
      JOIN domain_combinations c ON c.combination_no = i.combination_no
      WHERE ${scoped} GROUP BY c.tld, c.state, c.flags`.unprepared

  const counts: DomainStore["Service"]["counts"] = Effect.fnUntraced(function*(organization, now, within = []) {
    const owner = yield* dictionary.owner(organization)
    if (owner === undefined) return empty
    const scoped = sql.and([
      sql`i.owner_no = ${owner}`,
      ...within.map((scope) => sql`i.domain_no ${oneOfRows(scopeOf(owner, scope))}`)
    ])
    const members: ReadonlyArray<Member> = yield* within.length === 0 ? read.members(owner) : membersWithin(scoped)
    const expire = expiring(scoped, secondsOf(now))
    const next_30_days = yield* expire(0, 30)
    const next_60_days = next_30_days + (yield* expire(30, 60))
    const counted: DomainCounts = {
      total_count: members.reduce((sum, { n }) => sum + n, 0),
      by_status: tally(members, ({ state }) => statusesOf(state)),
      by_status_tag: tally(members, ({ flags }) => statusTagsOf(flags)),
      by_tld: tally(members, ({ tld }) => [tld]),
      next_30_days,
      next_60_days,
      next_90_days: next_60_days + (yield* expire(60, 90))
    }
    return counted
  }, orDieSql)

  const totals: DomainStore["Service"]["totals"] = Effect.fnUntraced(function*(organizations) {
    if (organizations.length === 0) return new Map<OrganizationId, number>()
    return new Map((yield* read.totals(organizations)).map(({ n, organization_id }) => [organization_id, n]))
  }, orDieSql)

  return { counts, totals }
}

/** Sums of the counts by key, sorted by key. */
const tally = <A extends { readonly n: number }>(
  counts: ReadonlyArray<A>,
  keysOf: (count: A) => ReadonlyArray<string>
): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>()
  for (const count of counts) {
    for (const key of keysOf(count)) sums.set(key, (sums.get(key) ?? 0) + count.n)
  }
  return Object.fromEntries([...sums].toSorted(([a], [b]) => a < b ? -1 : 1))
}
