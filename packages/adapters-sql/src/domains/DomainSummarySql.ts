import type { DomainCounts, DomainStore } from "@namewright/core/domains"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { statusesOf, statusTagsOf } from "./DomainCodes.ts"
import { type domainGroups, sumOf } from "./DomainGroupsSql.ts"
import { secondsOf } from "./DomainIndexSql.ts"
import type { domainOwners } from "./DomainOwnersSql.ts"
import { dimensions, inAll } from "./DomainPlaces.ts"
import { domainStretches } from "./DomainStretchesSql.ts"

interface KindCount {
  readonly tld: string
  readonly statuses: number
  readonly marks: number
  readonly n: number
}

const daySeconds = 86_400
const everyKind = { tlds: undefined, credentials: undefined, bits: [] }
const empty: DomainCounts = {
  total_count: 0,
  by_status: {},
  by_status_tag: {},
  by_tld: {},
  next_30_days: 0,
  next_60_days: 0,
  next_90_days: 0
}

/** What the summary tells, all of it from the counts but for the days at the ends of a stretch. */
export const domainSummaries = (
  sql: SqlClient.SqlClient,
  owners: ReturnType<typeof domainOwners>,
  groups: ReturnType<typeof domainGroups>
) => {
  const { whole } = dialect(sql)
  const stretches = domainStretches(sql, groups)

  const kindsOf = (owner: number) =>
    sql<KindCount>`SELECT t.term AS tld, k.statuses, k.marks, ${whole("sum(c.n)")} AS n
      FROM domain_counts c JOIN domain_kinds k ON k.kind_no = c.member_no JOIN domain_terms t ON t.term_no = k.tld_no
      WHERE c.owner_no = ${owner} AND c.dimension = ${dimensions.kind} AND c.sort = ${inAll}
      GROUP BY t.term, k.statuses, k.marks HAVING sum(c.n) > 0`

  const counts: DomainStore["Service"]["counts"] = Effect.fnUntraced(function*(organization, now) {
    const found = yield* owners.find(organization)
    if (Option.isNone(found)) return empty
    const owner = found.value
    const kinds = yield* kindsOf(owner)
    const stripes = yield* groups.stripes(owner, groups.every, "expires_on")
    const from = secondsOf(now)
    const expiring = (first: number, last: number) =>
      Effect.map(
        stretches.within(owner, everyKind, "expires_on", stripes, {
          from: from + first * daySeconds,
          to: from + last * daySeconds
        }),
        sumOf
      )
    const next_30_days = yield* expiring(0, 30)
    const next_60_days = next_30_days + (yield* expiring(30, 60))
    const counted: DomainCounts = {
      total_count: sumOf(kinds),
      by_status: tally(kinds, ({ statuses }) => statusesOf(statuses)),
      by_status_tag: tally(kinds, ({ marks }) => statusTagsOf(marks)),
      by_tld: tally(kinds, ({ tld }) => [tld]),
      next_30_days,
      next_60_days,
      next_90_days: next_60_days + (yield* expiring(60, 90))
    }
    return counted
  }, orDieSql)

  const totals: DomainStore["Service"]["totals"] = Effect.fnUntraced(function*(organizations) {
    if (organizations.length === 0) return new Map<OrganizationId, number>()
    const rows = yield* sql<{ readonly term: OrganizationId; readonly n: number }>`SELECT t.term, ${
      whole("sum(c.n)")
    } AS n FROM domain_terms t JOIN domain_counts c ON c.owner_no = t.term_no
      WHERE t.kind = 'organization' AND ${sql.in("t.term", organizations)}
        AND c.dimension = ${dimensions.kind} AND c.sort = ${inAll} GROUP BY t.term`
    return new Map(rows.map(({ n, term }) => [term, n]))
  }, orDieSql)

  return { counts, totals }
}

/** Adds up the domains of each kind under every key of the kind, sorted by key. */
const tally = (
  kinds: ReadonlyArray<KindCount>,
  keysOf: (kind: KindCount) => ReadonlyArray<string>
): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>()
  for (const kind of kinds) {
    for (const key of keysOf(kind)) sums.set(key, (sums.get(key) ?? 0) + kind.n)
  }
  return Object.fromEntries([...sums].toSorted(([a], [b]) => a < b ? -1 : 1))
}
