import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { TermKind } from "./DomainTermsSql.ts"

/** Organizations that are remembered; the one that was looked up first is forgotten first. */
const remembered = 10_000

/** The numbers of organizations and other terms, for those who read. */
export const domainOwners = (sql: SqlClient.SqlClient) => {
  const known = new Map<OrganizationId, number>()

  const remember = (organization: OrganizationId, owner: number) =>
    Effect.sync(() => {
      const oldest = known.keys().next()
      if (known.size >= remembered && oldest.done === false) known.delete(oldest.value)
      known.set(organization, owner)
    })

  return {
    /** The number of an organization; none while it never had a domain. */
    find: Effect.fnUntraced(function*(organization: OrganizationId) {
      const owner = known.get(organization)
      if (owner !== undefined) return Option.some(owner)
      const [row] = yield* sql<{ readonly owner_no: number }>`SELECT owner_no FROM domain_owners
        WHERE organization_id = ${organization}`
      if (row === undefined) return Option.none()
      // A number that this very transaction has given out is gone again if it fails.
      yield* sql.afterCommit(remember(organization, row.owner_no))
      return Option.some(row.owner_no)
    }),

    /** The numbers of those texts that have one. */
    numbers: (kind: TermKind, terms: ReadonlyArray<string>) =>
      Effect.map(
        sql<{ readonly term_no: number }>`SELECT term_no FROM domain_terms
          WHERE kind = ${kind} AND ${sql.in("term", terms)}`,
        (rows) => rows.map(({ term_no }) => term_no)
      )
  }
}
