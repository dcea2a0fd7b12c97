import type { OrganizationId } from "@namewright/core/shared"
import { Array as Arr, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import type { DomainKeys } from "../DomainKeys.ts"

/** Dimensions of the counters of domains. Stored, so a number never changes. */
export const dimensions = { all: 0, combination: 1, tags: 2 } as const
export type Dimension = keyof typeof dimensions

const changesPerStatement = 500

interface Change {
  readonly owner_no: number
  readonly dimension: number
  readonly member_no: number
  readonly n: number
}

type Counted = Pick<DomainKeys, "owner_no" | "combination_no" | "tag_set_no">

const membersOf = ({ combination_no, owner_no, tag_set_no }: Counted): ReadonlyArray<Omit<Change, "n">> => [
  { owner_no, dimension: dimensions.all, member_no: 0 },
  { owner_no, dimension: dimensions.combination, member_no: combination_no },
  ...(tag_set_no === 0 ? [] : [{ owner_no, dimension: dimensions.tags, member_no: tag_set_no }])
]

/** Differences of the counts, sorted so that concurrent writers lock them in one order. */
const changesOf = (before: ReadonlyArray<Counted>, after: ReadonlyArray<Counted>): ReadonlyArray<Change> => {
  const changes = new Map<string, Change>()
  const add = (row: Counted, by: number) => {
    for (const member of membersOf(row)) {
      const key = `${member.owner_no}/${member.dimension}/${member.member_no}`
      changes.set(key, { ...member, n: (changes.get(key)?.n ?? 0) + by })
    }
  }
  before.forEach((row) => add(row, -1))
  after.forEach((row) => add(row, 1))
  return [...changes.values()].filter(({ n }) => n !== 0).toSorted((a, b) =>
    a.owner_no - b.owner_no || a.dimension - b.dimension || a.member_no - b.member_no
  )
}

/** Independent statements: none reads what another writes. */
export type Writes = ReadonlyArray<Statement.Statement<unknown>>

const total = (statement: Statement.Statement<{ readonly n: number }>) =>
  Effect.map(statement.unprepared, ([row]) => row?.n ?? 0)

/**
 * Exact counts of an organization's domains: all, by combination and by tag set. On PostgreSQL a counter has several
 * rows (shards), so that concurrent writers seldom wait for each other.
 */
export const domainCounts = (sql: SqlClient.SqlClient) => {
  const { oneOfRows, shard, whole } = dialect(sql)
  const sum = whole("COALESCE(sum(n.n), 0)")

  const countsOf = (owner: number, dimension: Dimension) =>
    sql`domain_counts n WHERE n.owner_no = ${owner} AND n.dimension = ${dimensions[dimension]}`

  return {
    /** Writes that replace the keys of `before` with those of `after` in the counts. */
    changes: (before: ReadonlyArray<Counted>, after: ReadonlyArray<Counted>): Writes =>
      Arr.chunksOf(changesOf(before, after), changesPerStatement).map((chunk) =>
        sql`INSERT INTO domain_counts (owner_no, dimension, member_no, shard, n) VALUES ${
          sql.csv(chunk.map(({ dimension, member_no, n, owner_no }) =>
            sql`(${owner_no}, ${dimension}, ${member_no}, ${shard}, ${n})`
          ))
        } ON CONFLICT (owner_no, dimension, member_no, shard) DO UPDATE SET n = domain_counts.n + excluded.n`
      ),

    /** Scalar query for the number of all domains. */
    allOf: (owner: number): Statement.Fragment => sql`(SELECT ${sum} FROM ${countsOf(owner, "all")})`,

    /** Number of domains whose combinations meet a condition on their row `c`. */
    ofCombinations: (owner: number, condition: Statement.Fragment) =>
      total(sql`SELECT ${sum} AS n FROM domain_combinations c, ${countsOf(owner, "combination")}
        AND n.member_no = c.combination_no AND ${condition}`),

    /** Number of domains whose tag sets are among the numbers of a query. */
    ofTagSets: (owner: number, sets: Statement.Fragment) =>
      total(sql`SELECT ${sum} AS n FROM ${countsOf(owner, "tags")} AND n.member_no ${oneOfRows(sets)}`),

    /** Values and counts of all combinations that have domains. */
    members: (owner: number) =>
      sql<{ readonly tld: string; readonly state: number; readonly flags: number; readonly n: number }>`
        SELECT c.tld, c.state, c.flags, ${sum} AS n FROM domain_combinations c, ${countsOf(owner, "combination")}
          AND n.member_no = c.combination_no GROUP BY c.tld, c.state, c.flags HAVING sum(n.n) > 0`,

    /** Numbers of domains of several organizations. */
    totals: (organizations: ReadonlyArray<OrganizationId>) =>
      sql<{ readonly organization_id: OrganizationId; readonly n: number }>`SELECT o.organization_id, ${sum} AS n
        FROM domain_owners o JOIN domain_counts n ON n.owner_no = o.owner_no AND n.dimension = ${dimensions.all}
        WHERE ${sql.in("o.organization_id", organizations)} GROUP BY o.organization_id`
  }
}
