import type { ObjectScope } from "@namewright/core/shared"
import type { SqlClient, Statement } from "effect/sql"
import { nameMatches } from "../../ScopeNames.ts"

/** Queries for the numbers of an organization's domains that are in a scope; a number can occur more than once. */
export const domainScope =
  (sql: SqlClient.SqlClient) => (owner: number, { ids, names, tag_ids }: ObjectScope): Statement.Fragment => {
    const from = (where: Statement.Fragment) => sql`SELECT k.domain_no FROM domain_keys k WHERE ${where}`
    const queries = [
      ...(ids.length === 0 ? [] : [sql`SELECT d.domain_no FROM domains d WHERE ${sql.in("d.domain_id", ids)}`]),
      // Numbers of tag sets belong to one organization.
      ...(tag_ids.length === 0 ? [] : [from(sql`k.tag_set_no > 0 AND k.tag_set_no IN (
        SELECT m.tag_set_no FROM domain_tag_set_members m WHERE m.owner_no = ${owner} AND ${
        sql.in("m.tag_id", tag_ids)
      })`)]),
      ...names.map((pattern) => from(sql`k.owner_no = ${owner} AND ${nameMatches(sql, sql`k.name`, pattern, "")}`))
    ]
    const [first = from(sql`1 = 0`), ...others] = queries
    return others.reduce((all, query) => sql`${all} UNION ALL ${query}`, first)
  }
