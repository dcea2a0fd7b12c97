import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Domains are counted by who serves their nameservers as well; upkeep counts them by stripes again. */
export const domainProviders = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const positionOf = sql.onDialectOrElse({ pg: () => sql.literal("strpos"), orElse: () => sql.literal("instr") })
  const no = sql.onDialectOrElse({ pg: () => sql.literal("FALSE"), orElse: () => sql.literal("0") })

  yield* sql`ALTER TABLE domain_nameserver_sets ADD COLUMN provider_no INTEGER NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE domain_index ADD COLUMN provider_no INTEGER NOT NULL DEFAULT 0`

  // Between the first dot and the space behind it; an empty text where the first hostname has no dot.
  const first = sql`substr(s.hostnames, 2, ${positionOf}(substr(s.hostnames, 2), ' ') - 1)`
  const provider = sql`substr(${first}, COALESCE(NULLIF(${positionOf}(${first}, '.'), 0), 255) + 1)`
  yield* sql`INSERT INTO domain_terms (kind, term) SELECT DISTINCT 'provider', ${provider} FROM domain_nameserver_sets s`
  yield* sql`UPDATE domain_nameserver_sets AS s SET provider_no = (
    SELECT t.term_no FROM domain_terms t WHERE t.kind = 'provider' AND t.term = ${provider})`
  yield* sql`UPDATE domain_index SET provider_no = (
    SELECT s.provider_no FROM domain_nameserver_sets s
    WHERE s.nameserver_set_no = domain_index.nameserver_set_no)`

  yield* sql`DELETE FROM domain_counts WHERE sort > 0`
  yield* sql`UPDATE domain_owners SET striped = ${no}`
  yield* sql`INSERT INTO domain_counts (owner_no, dimension, sort, member_no, stripe, shard, n)
    SELECT c.owner_no, 7, 0, s.provider_no, 0, 0, sum(c.n) FROM domain_counts c
    JOIN domain_nameserver_sets s ON s.nameserver_set_no = c.member_no
    WHERE c.dimension = 4 AND c.sort = 0 GROUP BY c.owner_no, s.provider_no`
})
