import { Array as Arr, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import type { CountChange } from "./DomainPlaces.ts"

const changesPerStatement = 500

/**
 * Changes numbers among the counts. On PostgreSQL each connection has a part of every number to itself, nearly always, so
 * that registrations of one organization at the same time do not wait for each other.
 */
export const domainCounts = (sql: SqlClient.SqlClient) => {
  const { shard } = dialect(sql)

  const row = ({ dimension, member_no, n, owner_no, sort, stripe }: CountChange) =>
    sql`(${owner_no}, ${dimension}, ${sort}, ${member_no}, ${stripe}, ${shard}, ${n})`

  const record = (changes: ReadonlyArray<CountChange>) =>
    Effect.forEach(
      Arr.chunksOf(changes, changesPerStatement),
      (chunk) =>
        sql`INSERT INTO domain_counts (owner_no, dimension, sort, member_no, stripe, shard, n)
        VALUES ${sql.csv(chunk.map(row))}
        ON CONFLICT (owner_no, dimension, sort, member_no, stripe, shard)
        DO UPDATE SET n = domain_counts.n + excluded.n`,
      { discard: true }
    )

  return { record }
}
