import { Array as Arr, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { type CountChange, countChanges, type IndexRow } from "./DomainPlaces.ts"

const changesPerStatement = 500

interface OwnerRow {
  readonly owner_no: number
  readonly striped: boolean | number
  /** Name up to which domains are counted by stripes already, while upkeep counts them. */
  readonly striped_to: string
}

/**
 * Changes numbers among the counts. On PostgreSQL each connection has a part of every number to itself, nearly always, so
 * that registrations of one organization at the same time do not wait for each other.
 */
export const domainCounts = (sql: SqlClient.SqlClient) => {
  const { forKeyShare, shard } = dialect(sql)

  const row = ({ dimension, member_no, n, owner_no, sort, stripe }: CountChange) =>
    sql`(${owner_no}, ${dimension}, ${sort}, ${member_no}, ${stripe}, ${shard}, ${n})`

  const write = (changes: ReadonlyArray<CountChange>) =>
    Effect.forEach(
      Arr.chunksOf(changes, changesPerStatement),
      (chunk) =>
        sql`INSERT INTO domain_counts (owner_no, dimension, sort, member_no, stripe, shard, n)
        VALUES ${sql.csv(chunk.map(row))}
        ON CONFLICT (owner_no, dimension, sort, member_no, stripe, shard)
        DO UPDATE SET n = domain_counts.n + excluded.n`,
      { discard: true }
    )

  /** Tells which domains are counted by stripes; the answer holds to the end of the transaction. */
  const stripedAmong = (owners: ReadonlyArray<number>) =>
    Effect.map(
      sql<OwnerRow>`SELECT owner_no, striped, striped_to
        FROM domain_owners WHERE ${sql.in("owner_no", owners)} ORDER BY owner_no ${forKeyShare}`,
      (rows) => {
        const known = new Map(rows.map((owner) => [owner.owner_no, owner]))
        return ({ name, owner_no }: IndexRow): boolean => {
          const owner = known.get(owner_no)
          return owner !== undefined && (Boolean(owner.striped) || name <= owner.striped_to)
        }
      }
    )

  return {
    write,

    /** Counts domains that were as the first rows say, and are as the second rows say. */
    record: Effect.fnUntraced(function*(before: ReadonlyArray<IndexRow>, after: ReadonlyArray<IndexRow>) {
      const owners = [...new Set([...before, ...after].map(({ owner_no }) => owner_no))]
      if (owners.length === 0) return
      yield* write(countChanges(before, after, yield* stripedAmong(owners)))
    })
  }
}
