import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { domainCounts } from "./DomainCountsSql.ts"
import { indexRowOf, type RawIndexRow } from "./DomainIndexSql.ts"
import type { DomainListTuning } from "./DomainListPlan.ts"
import { type CountChange, countTally, dimensions, inAll, type Place, placesInStripes } from "./DomainPlaces.ts"
import { sortNumbers } from "./DomainStripes.ts"
import { nameserverSetUpkeep } from "./NameserverSetUpkeepSql.ts"

/** Numbers that one round brings together. */
const foldedPerRound = 200

/** Upkeep of the lists: counts grown organizations by stripes, adds up the parts of numbers, removes nameserver sets. */
export const domainUpkeep = (sql: SqlClient.SqlClient, tuning: DomainListTuning) => {
  const { false: no, forUpdate, true: yes, whole } = dialect(sql)
  const counts = domainCounts(sql)
  const sortsCounted = [inAll, ...Object.values(sortNumbers)]
  const sets = nameserverSetUpkeep(sql)
  let turn = 0
  /** The organization whose domains this process counts by stripes. */
  let stripedNow: number | undefined

  const grown = Effect.map(
    sql<{ readonly owner_no: number }>`SELECT o.owner_no FROM domain_owners o WHERE o.striped = ${no}
      AND (SELECT COALESCE(sum(c.n), 0) FROM domain_counts c
        WHERE c.owner_no = o.owner_no AND c.dimension = ${dimensions.trait} AND c.sort = ${inAll}) >= ${tuning.striped}
      ORDER BY o.owner_no LIMIT 1`,
    ([row]) => row?.owner_no
  )

  /**
   * Counts the next domains of the organization by stripes, in the order of their names; true if there are more. Whoever
   * changes domains keeps the owner's row from being locked like this until the change is counted, so nothing is counted
   * twice or not at all.
   */
  const stripe = Effect.fnUntraced(function*(owner: number) {
    const [row] = yield* sql<{ readonly striped: boolean | number; readonly striped_to: string }>`
      SELECT striped, striped_to FROM domain_owners WHERE owner_no = ${owner} ${forUpdate}`
    if (row === undefined || Boolean(row.striped)) return false
    const rows = yield* sql<RawIndexRow>`SELECT * FROM domain_index
      WHERE owner_no = ${owner} AND name > ${row.striped_to} ORDER BY name LIMIT ${tuning.stripedPerRound}`
    const tally = countTally()
    rows.forEach((raw) => tally.add(placesInStripes(indexRowOf(raw)), 1))
    yield* counts.write(tally.changes())
    const last = rows.length < tuning.stripedPerRound ? undefined : rows.at(-1)
    yield* last === undefined
      ? sql`UPDATE domain_owners SET striped = ${yes}, striped_to = '' WHERE owner_no = ${owner}`
      : sql`UPDATE domain_owners SET striped_to = ${last.name} WHERE owner_no = ${owner}`
    return last !== undefined
  })

  /** One organization's numbers of one dimension and order, another one at each turn. */
  const slice = Effect.fnUntraced(function*() {
    const owners = yield* sql<{ readonly owner_no: number }>`SELECT owner_no FROM domain_owners
      WHERE striped = ${yes} ORDER BY owner_no`
    const dimensionsCounted = Object.values(dimensions)
    const at = turn++
    const owner = owners[Math.floor(at / (dimensionsCounted.length * sortsCounted.length)) % Math.max(owners.length, 1)]
    return owner === undefined ? undefined : {
      owner_no: owner.owner_no,
      dimension: dimensionsCounted[Math.floor(at / sortsCounted.length) % dimensionsCounted.length] ?? 0,
      sort: sortsCounted[at % sortsCounted.length] ?? inAll
    }
  })

  /** Writes numbers of several parts as one, and forgets those that have come to nothing. */
  const fold = Effect.fnUntraced(function*() {
    const chosen = yield* slice()
    if (chosen === undefined) return false
    const { dimension, owner_no, sort } = chosen
    const scattered = yield* sql<Place>`SELECT owner_no, dimension, sort, member_no, stripe FROM domain_counts
      WHERE owner_no = ${owner_no} AND dimension = ${dimension} AND sort = ${sort}
      GROUP BY owner_no, dimension, sort, member_no, stripe HAVING count(*) > 1 OR sum(n) = 0
      ORDER BY member_no, stripe LIMIT ${foldedPerRound}`
    for (const place of scattered) {
      const one = sql`owner_no = ${owner_no} AND dimension = ${dimension} AND sort = ${sort}
        AND member_no = ${place.member_no} AND stripe = ${place.stripe}`
      const parts = yield* sql<{ readonly shard: number; readonly n: number }>`SELECT shard, ${whole("n")} AS n
        FROM domain_counts WHERE ${one} ORDER BY shard ${forUpdate}`
      if (parts.length === 0) continue
      yield* sql`DELETE FROM domain_counts WHERE ${one} AND ${sql.in("shard", parts.map(({ shard }) => shard))}`
      const change: CountChange = { ...place, n: parts.reduce((sum, { n }) => sum + n, 0) }
      if (change.n !== 0) yield* counts.write([change])
    }
    return scattered.length === foldedPerRound
  })

  /** Nothing else is done until an organization is counted: its numbers by stripes are of no use before. */
  const stripeNext = Effect.gen(function*() {
    const owner = stripedNow ?? (yield* grown)
    if (owner === undefined) return false
    stripedNow = (yield* stripe(owner)) ? owner : undefined
    return true
  })

  return {
    tend: Effect.gen(function*() {
      if (yield* stripeNext) return true
      const isFolding = yield* fold()
      const isTidying = yield* sets.tend
      return isFolding || isTidying
    })
  }
}
