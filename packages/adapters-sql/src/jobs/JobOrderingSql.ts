import type { DeferredUpdates } from "@namewright/core/jobs"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { recordset } from "../Recordset.ts"
import { code, jobCode } from "./JobCodes.ts"
import { nextPositions } from "./JobPositionsSql.ts"
import { isAwaited } from "./JobReleaseSql.ts"

type OrderingKey = DeferredUpdates["ordering_keys"][number]

interface Promoted {
  readonly topic: string
  readonly queue_no: number
  readonly state: number
}

const keysPerStatement = 1000

/**
 * Promotes the next waiting job of an ordering key without a head. The head of a key is its only open job that does not
 * wait for another one.
 */
export const jobOrdering = (sql: SqlClient.SqlClient) => {
  const { apart, false: no, true: yes } = dialect(sql)

  /**
   * One look-up per ordering key. For a join, PostgreSQL would read the heads of all ordering keys of the organization,
   * which are as many as its jobs.
   */
  const headless = (ordering_key: "n" | "w" | "jobs") =>
    sql`(SELECT h.job_id FROM jobs h WHERE h.organization_id = ${sql.literal(ordering_key)}.organization_id
      AND h.ordering_key = ${
      sql.literal(ordering_key)
    }.ordering_key AND h.ordering_key IS NOT NULL AND h.ordering_wait = ${no} AND h.state < ${code.succeeded}
      LIMIT 1) IS NULL`

  /** The longest waiting job of each ordering key without a head; most ordering keys have no waiting jobs. */
  const next = (ordering_keys: ReadonlyArray<OrderingKey>) =>
    Effect.map(
      sql<{ readonly job_id: string }>`SELECT DISTINCT n.job_id FROM (
          SELECT x.organization_id, x.ordering_key, (SELECT w.job_id FROM jobs w
            WHERE w.organization_id = x.organization_id AND w.ordering_key = x.ordering_key AND w.ordering_wait = ${yes}
            ORDER BY w.order_no LIMIT 1) AS job_id
          FROM ${recordset(sql, { organization_id: "key", ordering_key: "key" }, ordering_keys)} ${apart}) AS n
        WHERE n.job_id IS NOT NULL AND ${headless("n")}`,
      (rows) => rows.map(({ job_id }) => job_id)
    )

  const promote = Effect.fnUntraced(function*(ids: ReadonlyArray<string>, changes: Statement.Fragment) {
    const rows = yield* sql<Promoted>`UPDATE jobs SET ordering_wait = ${no} ${changes}
      WHERE ordering_wait = ${yes} AND ${sql.in("job_id", ids)} AND ${
      headless("jobs")
    } RETURNING topic, queue_no, state`
    const queues = [...new Set(rows.flatMap(({ queue_no, state }) => state === jobCode.blocked ? [queue_no] : []))]
    if (queues.length > 0) {
      yield* sql`UPDATE job_queues SET waiting = ${yes} WHERE ${sql.in("queue_no", queues)}`
    }
    return rows.map(({ topic }) => topic)
  })

  /** Promotes jobs into the slots of ended jobs, unless other jobs wait for slots. */
  const promoteIntoSlot = Effect.fnUntraced(function*(ids: ReadonlyArray<string>) {
    const position = yield* nextPositions(sql)
    const takesSlot = sql`state = ${code.blocked} AND time_wait = ${no} AND NOT ${isAwaited(sql, sql`jobs.topic`)}`
    return yield* promote(
      ids,
      sql`, state = CASE WHEN ${takesSlot} THEN 1 ELSE state END, position = CASE WHEN ${takesSlot} THEN ${position} ELSE position END`
    )
  })

  /** Promotes jobs without slots; they wait for capacity like any other job. */
  const promoteWithoutSlot = (ids: ReadonlyArray<string>) => promote(ids, sql.literal(""))

  /** Promotes the next jobs in chunks, and returns their topics. */
  const inChunks = (promoteIds: typeof promoteWithoutSlot) =>
    Effect.fnUntraced(function*(ordering_keys: ReadonlyArray<OrderingKey>) {
      const topics = new Set<string>()
      for (let from = 0; from < ordering_keys.length; from += keysPerStatement) {
        const ids = yield* next(ordering_keys.slice(from, from + keysPerStatement))
        for (const topic of ids.length === 0 ? [] : yield* retryConflicts(promoteIds(ids))) topics.add(topic)
      }
      return topics
    })

  const distinct = (where: "all" | "of", organization: string) =>
    sql<OrderingKey>`SELECT DISTINCT w.organization_id, w.ordering_key FROM jobs w WHERE w.ordering_wait = ${yes}
      AND ${where === "all" ? sql`1 = 1` : sql`w.organization_id = ${organization}`} AND ${headless("w")}
      LIMIT ${keysPerStatement * 100}`

  return {
    /** For ordering keys whose head has ended. */
    promoteIntoSlot: inChunks(promoteIntoSlot),
    promoteWithoutSlot: inChunks(promoteWithoutSlot),
    /** Ordering keys of an organization with waiting jobs and without a head. */
    headlessOf: (organization: string) => distinct("of", organization),
    headless: distinct("all", "")
  }
}

/**
 * Retries a promotion that conflicts with a concurrent head of one of the ordering keys. The upkeep promotes the
 * remaining ones.
 */
const retryConflicts = <A>(
  promotion: Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>
): Effect.Effect<ReadonlyArray<A>, SqlError.SqlError> =>
  promotion.pipe(
    Effect.retry({ times: 3, while: ({ isRetryable, reason }) => isRetryable || reason._tag === "UniqueViolation" }),
    Effect.catchIf(({ reason }) => reason._tag === "UniqueViolation", () => Effect.succeed([]))
  )
