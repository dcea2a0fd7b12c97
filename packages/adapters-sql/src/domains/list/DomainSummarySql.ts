import type { DomainCounts, DomainStore } from "@namewright/core/domains"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"
import { statusesOf, statusTagsOf } from "../DomainCodes.ts"
import type { domainDictionary } from "../DomainDictionarySql.ts"
import { secondsOf } from "../DomainKeys.ts"
import { domainCounts } from "./DomainCountsSql.ts"

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
  const { count } = dialect(sql)
  const read = domainCounts(sql)

  /** Number of domains that expire between two days from now. */
  const expiring = (owner: number, today: number) => (from: number, to: number) =>
    Effect.map(
      sql<{ readonly n: number }>`SELECT ${count} AS n FROM domain_keys i WHERE i.owner_no = ${owner}
        AND i.expires_on >= ${today + from * daySeconds} AND i.expires_on < ${today + to * daySeconds}`,
      ([row]) => row?.n ?? 0
    )

  const counts: DomainStore["Service"]["counts"] = Effect.fnUntraced(function*(organization, now) {
    const owner = yield* dictionary.owner(organization)
    if (owner === undefined) return empty
    const members = yield* read.members(owner)
    const expire = expiring(owner, secondsOf(now))
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
