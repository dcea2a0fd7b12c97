import type { DomainSortField } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { type Dimension, dimensions, inAll } from "./DomainPlaces.ts"
import { sortNumbers, type StripeCount } from "./DomainStripes.ts"

/** Some members of a dimension, or all of them. */
export interface Members {
  readonly dimension: Dimension
  /** Which members, as a condition on a row `c` of the counts; undefined for all. */
  readonly members: Statement.Fragment | undefined
}

/** How many domains an organization has, and whether they are counted by stripes. */
export interface Overall {
  readonly n: number
  readonly striped: boolean
}

/** How many domains a member has. */
export interface MemberCount {
  readonly member_no: number
  readonly n: number
}

/** The stripes from one to another, both included; an absent end is open. */
export interface StripeRange {
  readonly first?: number | undefined
  readonly last?: number | undefined
}

/** Every domain has one combination of traits, and there are few. */
export const everyDomain = { dimension: "trait", members: undefined } as const satisfies Members

export const sumOf = (counts: ReadonlyArray<{ readonly n: number }>): number =>
  counts.reduce((sum, { n }) => sum + n, 0)

/** Reads the counts of one organization. */
export const domainCountReads = (sql: SqlClient.SqlClient) => {
  const { whole } = dialect(sql)
  const sum = whole("COALESCE(sum(c.n), 0)")

  const counts = (owner: number, { dimension, members }: Members, sort: number) =>
    sql`FROM domain_counts c WHERE c.owner_no = ${owner} AND c.dimension = ${dimensions[dimension]} AND c.sort = ${sort}
      ${members === undefined ? sql`` : sql`AND ${members}`}`

  return {
    /** How many domains the members have, and how many members there are. */
    count: (owner: number, members: Members) =>
      Effect.map(
        sql<{ readonly n: number; readonly size: number }>`SELECT ${sum} AS n, ${whole("count(*)")} AS size ${
          counts(owner, members, inAll)
        }`,
        ([row]) => row ?? { n: 0, size: 0 }
      ),

    /** How many domains there are in all, and whether they are counted by stripes. */
    overall: (owner: number) =>
      Effect.map(
        sql<{ readonly n: number; readonly striped: boolean | number }>`SELECT ${sum} AS n,
          (SELECT o.striped FROM domain_owners o WHERE o.owner_no = ${owner}) AS striped ${
          counts(owner, everyDomain, inAll)
        }`,
        ([row]) => ({ n: row?.n ?? 0, striped: Boolean(row?.striped) } satisfies Overall)
      ),

    /** A query for the number of all domains, in a column `total` of one row. */
    allOf: (owner: number): Statement.Fragment => sql`SELECT ${sum} AS total ${counts(owner, everyDomain, inAll)}`,

    /** The members that have domains. */
    members: (owner: number, members: Members) =>
      sql<MemberCount>`SELECT c.member_no, ${sum} AS n ${counts(owner, members, inAll)}
        GROUP BY c.member_no HAVING sum(c.n) > 0`,

    /** Where in an order the domains of the members stand, from the first stripe to the last of those that are asked for. */
    stripes: (owner: number, members: Members, by: DomainSortField, { first, last }: StripeRange = {}) =>
      sql<StripeCount>`SELECT c.stripe, ${sum} AS n ${counts(owner, members, sortNumbers[by])}
        ${first === undefined ? sql`` : sql`AND c.stripe >= ${first}`}
        ${last === undefined ? sql`` : sql`AND c.stripe <= ${last}`}
        GROUP BY c.stripe ORDER BY c.stripe`
  }
}
