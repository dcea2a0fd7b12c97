import type { DomainCounts, DomainStore } from "@namewright/core/domains"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { statusesOf, statusTagsOf } from "./DomainCodes.ts"
import { domainCountReads, sumOf } from "./DomainCountReadsSql.ts"
import { type DomainGroups, every } from "./DomainGroupsSql.ts"
import { secondsOf } from "./DomainIndexSql.ts"
import type { domainOwners } from "./DomainOwnersSql.ts"
import { dimensions, inAll } from "./DomainPlaces.ts"
import type { Stretch } from "./DomainSelection.ts"
import { domainStretches } from "./DomainStretchesSql.ts"

interface StateCount {
  readonly tld: string
  readonly state: number
  readonly n: number
}

interface TraitCount {
  readonly traits: number
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

/** What the summary tells: from the counts, but for the domains at the ends of a stretch of time. */
export const domainSummaries = (
  sql: SqlClient.SqlClient,
  owners: ReturnType<typeof domainOwners>,
  groups: DomainGroups
) => {
  const { whole } = dialect(sql)
  const reads = domainCountReads(sql)
  const stretches = domainStretches(sql, groups)

  const countsOf = (owner: number, dimension: "state" | "trait") =>
    sql`FROM domain_counts c WHERE c.owner_no = ${owner} AND c.dimension = ${
      dimensions[dimension]
    } AND c.sort = ${inAll}
      GROUP BY c.member_no HAVING sum(c.n) > 0`

  const statesOf = (owner: number) =>
    sql<StateCount>`SELECT t.term AS tld, s.state, c.n
      FROM (SELECT c.member_no, ${whole("sum(c.n)")} AS n ${countsOf(owner, "state")}) c
      JOIN domain_states s ON s.state_no = c.member_no JOIN domain_terms t ON t.term_no = s.tld_no`

  const traitsOf = (owner: number) =>
    sql<TraitCount>`SELECT r.traits, c.n FROM (SELECT c.member_no, ${whole("sum(c.n)")} AS n ${
      countsOf(owner, "trait")
    }) c
      JOIN domain_traits r ON r.trait_no = c.member_no`

  /** Counts the domains that expire in a stretch, by stripes where there are any. */
  const expiring = Effect.fnUntraced(function*(owner: number) {
    const { striped } = yield* reads.overall(owner)
    const stripes = striped ? yield* groups.stripes(owner, every, "expires_on") : []
    return (stretch: Stretch) =>
      striped
        ? Effect.map(stretches.within(owner, every, "expires_on", stripes, stretch), sumOf)
        : stretches.countEach(owner, every, "expires_on", stretch)
  })

  const counts: DomainStore["Service"]["counts"] = Effect.fnUntraced(function*(organization, now) {
    const found = yield* owners.find(organization)
    if (Option.isNone(found)) return empty
    const owner = found.value
    const states = yield* statesOf(owner)
    const traits = yield* traitsOf(owner)
    const expire = yield* expiring(owner)
    const today = secondsOf(now)
    const days = (from: number, to: number) => expire({ from: today + from * daySeconds, to: today + to * daySeconds })
    const next_30_days = yield* days(0, 30)
    const next_60_days = next_30_days + (yield* days(30, 60))
    const counted: DomainCounts = {
      total_count: sumOf(states),
      by_status: tally(states, ({ state }) => statusesOf(state)),
      by_status_tag: tally(traits, (trait) => statusTagsOf(trait.traits)),
      by_tld: tally(states, ({ tld }) => [tld]),
      next_30_days,
      next_60_days,
      next_90_days: next_60_days + (yield* days(60, 90))
    }
    return counted
  }, orDieSql)

  const totals: DomainStore["Service"]["totals"] = Effect.fnUntraced(function*(organizations) {
    if (organizations.length === 0) return new Map<OrganizationId, number>()
    const rows = yield* sql<{ readonly organization_id: OrganizationId; readonly n: number }>`
      SELECT o.organization_id, ${whole("sum(c.n)")} AS n
      FROM domain_owners o JOIN domain_counts c ON c.owner_no = o.owner_no
      WHERE ${sql.in("o.organization_id", organizations)} AND c.dimension = ${dimensions.trait} AND c.sort = ${inAll}
      GROUP BY o.organization_id`
    return new Map(rows.map(({ n, organization_id }) => [organization_id, n]))
  }, orDieSql)

  return { counts, totals }
}

/** Adds up the numbers under every key that each has, sorted by key. */
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
