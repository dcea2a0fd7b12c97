import { type ClaimedJob, fairShares, type JobId, type WaitingQueue } from "@namewright/core/jobs"
import type { Instant } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { recordset } from "../Recordset.ts"
import { claimThose } from "./JobClaimsSql.ts"
import { nextPositions } from "./JobPositionsSql.ts"

/** Organizations that one release serves, and queues of each; the next one goes on behind them. */
const organizationsPerRelease = 64
const queuesPerOrganization = 8
/** A queue gets at most so many times an equal part at once; what others leave is given out next. */
const equalParts = 4

/** How often one release goes on where it finds queues without jobs only. */
const stepsPerRelease = 16

/** A worker that takes released jobs at once, and how many of them. */
interface Taker {
  readonly worker: number
  readonly limit: number
  readonly now: Instant.Instant
}

/** Numbers of queues, in turn, and how many of their jobs are meant. */
type Shares = ReadonlyArray<readonly [queue: number, share: number]>

/** One of the first jobs of a queue and where its row lies, which stays as long as the row is held; `turn` is the queue's. */
interface FirstJob {
  readonly job_id: JobId
  readonly spot: string
  readonly turn: number
  readonly order_no: number
}

const instant = Schema.encodeSync(InstantColumn)

/** True if jobs wait for slots of a topic, and for a moment afterwards. */
export const isAwaited = (sql: SqlClient.SqlClient, topic: Statement.Fragment): Statement.Fragment =>
  sql`EXISTS (SELECT 1 FROM job_queues f WHERE f.topic = ${topic} AND f.waiting = ${dialect(sql).true})`

/** One row for each occupied slot of a topic, up to a maximum. */
const taken = (sql: SqlClient.SqlClient, topic: string, capacity: number): Statement.Fragment =>
  sql`(SELECT 1 FROM jobs WHERE topic = ${topic} AND state IN (1, 2) LIMIT ${capacity}) AS used`

/** Places of a topic that new jobs may take: none while others wait for them, or who comes often would leave none. */
export const freePlaces = (
  sql: SqlClient.SqlClient,
  topic: string,
  capacity: number
): Effect.Effect<number, SqlError.SqlError> => {
  const { count } = dialect(sql)
  return Effect.map(
    sql<{ readonly n: number | null }>`SELECT CASE WHEN ${
      isAwaited(sql, sql`${topic}`)
    } THEN NULL ELSE ${count} END AS n
      FROM ${taken(sql, topic, capacity)}`,
    ([row]) => row === undefined || row.n === null ? 0 : capacity - row.n
  )
}

/**
 * Whether jobs of the queue of the enclosing query are ready. In the order of the index, so that no statistics lead the
 * planner through the whole table.
 */
export const hasReady = (sql: SqlClient.SqlClient): Statement.Fragment => {
  const { false: no } = dialect(sql)
  return sql`((SELECT j.job_id FROM jobs j WHERE j.queue_no = job_queues.queue_no
    AND j.state = 0 AND j.ordering_wait = ${no} AND j.time_wait = ${no} ORDER BY j.order_no LIMIT 1) IS NOT NULL)`
}

/** Places free in the window of a topic. */
const windowRoom = (
  sql: SqlClient.SqlClient,
  topic: string,
  capacity: number
): Effect.Effect<number, SqlError.SqlError> => {
  const { count } = dialect(sql)
  return Effect.map(
    sql<{ readonly n: number }>`SELECT ${count} AS n FROM ${taken(sql, topic, capacity)}`,
    ([row]) => capacity - (row?.n ?? 0)
  )
}

/** Moves jobs that wait for their time or for capacity. */
export const jobRelease = (sql: SqlClient.SqlClient) => {
  const { count, exact, false: no, forUpdate, isPostgres, rowsOf, skipLocked, true: yes } = dialect(sql)
  const ready = sql`state = 0 AND ordering_wait = ${no} AND time_wait = ${no}`

  /** The queues of the organizations next in turn, the smallest of each. */
  const inTurn = (topic: string, after: string | null) =>
    sql<Omit<WaitingQueue, "ready">>`WITH RECURSIVE parties(organization_id, n) AS (
        SELECT (SELECT min(organization_id) FROM job_queues
          WHERE topic = ${topic} AND waiting = ${yes}
            AND ${after === null ? sql`1 = 1` : sql`organization_id > ${after}`}), 1
        UNION ALL
        SELECT (SELECT min(f.organization_id) FROM job_queues f
          WHERE f.topic = ${topic} AND f.waiting = ${yes} AND f.organization_id > p.organization_id), n + 1
        FROM parties p WHERE p.organization_id IS NOT NULL AND n < ${organizationsPerRelease})
      SELECT f.queue_no, f.organization_id, f.size
      FROM parties p JOIN job_queues f ON f.topic = ${topic} AND f.waiting = ${yes}
        AND f.organization_id = p.organization_id
        AND f.queue_no IN (SELECT g.queue_no FROM job_queues g
          WHERE g.topic = ${topic} AND g.waiting = ${yes} AND g.organization_id = p.organization_id
          ORDER BY g.size, g.queue_no LIMIT ${queuesPerOrganization})
      ORDER BY p.n, f.size, f.queue_no`

  /** The same with how many of their jobs are ready, of which no more are counted than could have room by far. */
  const candidates = Effect.fnUntraced(function*(topic: string, after: string | null, room: number) {
    const queues = yield* inTurn(topic, after)
    if (queues.length === 0) return []
    const parties = new Set(queues.map(({ organization_id }) => organization_id)).size
    const most = Math.min(room, Math.ceil(room * equalParts / parties))
    const counted = yield* sql<{ readonly queue_no: number; readonly ready: number }>`SELECT f.queue_no,
        (SELECT ${count} FROM (SELECT 1 FROM jobs j WHERE j.queue_no = f.queue_no
          AND j.state = 0 AND j.ordering_wait = ${no} AND j.time_wait = ${no}
          ORDER BY j.order_no LIMIT ${most}) AS part) AS ready
      FROM job_queues f WHERE ${sql.in("f.queue_no", queues.map(({ queue_no }) => queue_no))}`
    const numbers = new Map(counted.map(({ queue_no, ready: waiting }) => [queue_no, waiting]))
    return queues.map((queue) => ({ ...queue, ready: numbers.get(queue.queue_no) ?? 0 }))
  })

  /** Jobs take turns in the window as their queues did: the first of each, then the second of each. */
  const queueJobs = (queue: number, share: number, position: number) =>
    affected(
      sql`UPDATE jobs SET state = 1, position = ${position} + picked.turn FROM (
        SELECT job_id, row_number() OVER (ORDER BY order_no) AS turn FROM (
          SELECT job_id, order_no FROM jobs WHERE queue_no = ${queue} AND ${ready}
          ORDER BY order_no LIMIT ${share} ${skipLocked}) AS free) AS picked
      WHERE jobs.job_id = picked.job_id`
    )

  /**
   * The first jobs of several queues, queue by queue, held until the transaction ends. PostgreSQL gets one statement for all of
   * them: with twenty organizations in turn, a statement for each takes longer than what it does.
   */
  const firstOfEach = (shares: Shares) =>
    Effect.map(
      sql<FirstJob>`SELECT free.job_id, free.spot, x.turn, free.order_no
        FROM ${
        recordset(
          sql,
          { turn: "integer", queue_no: "integer", share: "integer" },
          shares.map(([queue_no, share], turn) => ({ turn, queue_no, share }))
        )
      } CROSS JOIN LATERAL (SELECT job_id, ctid::text AS spot, ${exact("order_no")} AS order_no FROM jobs
          WHERE jobs.queue_no = x.queue_no AND ${ready}
          ORDER BY jobs.order_no LIMIT x.share ${skipLocked}) AS free`,
      (rows) => rows.toSorted((a, b) => a.turn - b.turn || a.order_no - b.order_no)
    )

  const queueEach = Effect.fnUntraced(function*(shares: Shares, position: number) {
    if (!isPostgres || shares.length === 1) {
      let queued = 0
      for (const [queue, share] of shares) queued += yield* queueJobs(queue, share, position)
      return queued
    }
    const turns = new Map<number, number>()
    const rows = (yield* firstOfEach(shares)).map(({ spot, turn: queue }) => {
      const turn = (turns.get(queue) ?? 0) + 1
      turns.set(queue, turn)
      return { spot, position: position + turn }
    })
    return yield* affected(
      sql`UPDATE jobs SET state = 1, position = x.position FROM ${
        recordset(sql, { spot: "text", position: "bigint" }, rows)
      }
        WHERE jobs.ctid = x.spot::tid`
    )
  })

  /** Batch queues without ready jobs wait no more. Who adds jobs holds the row, or looks again after its commit. */
  const rest = (queues: ReadonlyArray<number>) =>
    sql`UPDATE job_queues SET waiting = ${no} WHERE queue_no IN (
        SELECT queue_no FROM job_queues WHERE ${sql.in("queue_no", queues)} ${skipLocked})
      AND NOT ${hasReady(sql)}`

  /** The topic's row, which is made if it is missing; none while somebody else holds it. */
  const locked = Effect.fnUntraced(function*(topic: string) {
    const [own] = yield* sql<{ readonly turn: string }>`SELECT turn FROM job_topics
      WHERE topic = ${topic} ${skipLocked}`
    if (own !== undefined) return own
    const [made] = yield* sql<{ readonly turn: string }>`INSERT INTO job_topics (topic, turn) VALUES (${topic}, '')
      ON CONFLICT DO NOTHING RETURNING turn`
    return made
  })

  /** Claims jobs for one worker, an equal share of each batch queue. */
  const claimShares = Effect.fnUntraced(function*(claims: ReadonlyMap<number, number>, taker: Taker) {
    const shares = [...claims].filter(([, share]) => share > 0)
    if (isPostgres && shares.length > 1) {
      const jobs = yield* firstOfEach(shares)
      const spots = `{${jobs.map(({ spot }) => `"${spot}"`).join(",")}}`
      const positions = new Map(jobs.map(({ job_id }, index) => [job_id, index]))
      const claimedAtOnce = yield* claimThose(sql, sql`ctid = ANY (${spots}::tid[])`, taker.worker, taker.now)
      return claimedAtOnce.toSorted((a, b) => (positions.get(a.job_id) ?? 0) - (positions.get(b.job_id) ?? 0))
    }
    const claimed: Array<ClaimedJob> = []
    for (const [queue, n] of shares) {
      const first = sql`FROM jobs WHERE queue_no = ${queue} AND ${ready} ORDER BY order_no LIMIT ${n} ${skipLocked}`
      claimed.push(...(yield* claimThose(sql, rowsOf(first), taker.worker, taker.now)))
    }
    return claimed
  })

  /** Moves jobs of the organizations next in turn; no turn when nobody is. */
  const releaseNext = Effect.fnUntraced(function*(topic: string, turn: string, room: number, taker?: Taker) {
    const behind = yield* candidates(topic, turn, room)
    const queues = behind.length > 0 ? behind : yield* candidates(topic, null, room)
    const shares = fairShares(room, queues)
    const released = queues.map((queue) => ({ ...queue, ready: shares.get(queue.queue_no) ?? 0 }))
    const claims: ReadonlyMap<number, number> = taker === undefined ? new Map() : fairShares(taker.limit, released)
    const claimed = taker === undefined ? [] : yield* claimShares(claims, taker)
    const others = [...shares].map(([queue, share]) => [queue, share - (claims.get(queue) ?? 0)] as const)
      .filter(([, share]) => share > 0)
    const queued = others.length === 0 ? 0 : yield* queueEach(others, yield* nextPositions(sql))
    const idle = queues.filter(({ queue_no, ready: waiting }) => waiting <= (shares.get(queue_no) ?? 0))
    if (idle.length > 0) yield* rest(idle.map(({ queue_no }) => queue_no))
    return { claimed, queued, turn: queues.at(-1)?.organization_id }
  })

  const releaseTo = Effect.fnUntraced(function*(topic: string, capacity: number, taker?: Taker) {
    const own = yield* locked(topic)
    const room = own === undefined ? 0 : yield* windowRoom(sql, topic, capacity)
    if (own === undefined || room <= 0) return { claimed: [], queued: 0 }
    let next: Effect.Success<ReturnType<typeof releaseNext>> = { claimed: [], queued: 0, turn: own.turn }
    // Batch queues whose jobs were paused or canceled still seem to wait, until a release has found out.
    for (let step = 0; step < stepsPerRelease && next.turn !== undefined; step++) {
      next = yield* releaseNext(topic, next.turn, room, taker)
      if (next.claimed.length + next.queued > 0) break
    }
    if (next.turn !== undefined) yield* sql`UPDATE job_topics SET turn = ${next.turn} WHERE topic = ${topic}`
    return { claimed: next.claimed, queued: next.queued }
  }, orDieSql)

  const release = (topic: string, capacity: number) => Effect.map(releaseTo(topic, capacity), ({ queued }) => queued)

  const claimReleased = (topic: string, capacity: number, worker: number, limit: number, now: Instant.Instant) =>
    releaseTo(topic, capacity, { worker, limit, now })

  const busy = Effect.map(
    orDieSql(sql<{ readonly topic: string }>`SELECT topic FROM job_queues WHERE waiting = ${yes}
      UNION SELECT topic FROM jobs WHERE state = 1`),
    (rows) => rows.map(({ topic }) => topic)
  )

  const due = Effect.fnUntraced(function*(now: Instant.Instant, limit: number) {
    const rows = yield* sql<{ readonly queue_no: number }>`UPDATE jobs SET time_wait = ${no} WHERE job_id IN (
        SELECT job_id FROM jobs WHERE time_wait = ${yes} AND not_before <= ${instant(now)}
        ORDER BY not_before LIMIT ${limit} ${skipLocked})
      RETURNING queue_no`
    const queues = [...new Set(rows.map(({ queue_no }) => queue_no))]
    if (queues.length > 0) {
      yield* sql`SELECT queue_no FROM job_queues WHERE ${sql.in("queue_no", queues)} ORDER BY queue_no ${forUpdate}`
      yield* sql`UPDATE job_queues SET waiting = ${yes} WHERE ${sql.in("queue_no", queues)}`
    }
    return rows.length
  }, orDieSql)

  const decodeInstant = Schema.decodeUnknownEffect(InstantColumn)
  const nextDue = orDieSql(Effect.gen(function*() {
    const [row] = yield* sql<{ readonly first: unknown }>`SELECT min(not_before) AS first FROM jobs
      WHERE time_wait = ${yes}`
    return row?.first === null || row === undefined ? Option.none() : Option.some(yield* decodeInstant(row.first))
  }))

  return { release, claimReleased, busy, due, nextDue }
}
