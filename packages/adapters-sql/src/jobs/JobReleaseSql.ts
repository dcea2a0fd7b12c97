import { type ClaimedJob, fairShares, type JobId, type WaitingQueue } from "@namewright/core/jobs"
import type { Instant } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { recordset } from "../Recordset.ts"
import { claimWhere } from "./JobClaimsSql.ts"
import { code } from "./JobCodes.ts"
import { nextPositions } from "./JobPositionsSql.ts"

/** Maximum number of organizations of one release, and of queues of each. The next release continues after them. */
const organizationsPerRelease = 64
const queuesPerOrganization = 8
/**
 * Upper bound of one queue's share of the free slots, as a multiple of the equal share. The next release distributes
 * the rest.
 */
const maxEqualShares = 4

/** Maximum number of steps of one release while it finds only queues without ready jobs. */
const stepsPerRelease = 16

/** A worker that claims up to `limit` released jobs at once. */
interface DirectClaim {
  readonly worker: number
  readonly limit: number
  readonly now: Instant.Instant
}

/** Numbers of queues in turn, with the number of jobs of each. */
type Shares = ReadonlyArray<readonly [queue: number, share: number]>

/**
 * A job at the head of a queue, with the physical address of its row. The address is valid while the row is locked.
 * `queue` is the index of the queue.
 */
interface FirstJob {
  readonly job_id: JobId
  readonly address: string
  readonly queue: number
  readonly order_no: number
}

/** Organization whose jobs were released last; empty before the first release. */
interface TopicRow {
  readonly last_organization_id: string
}

const instant = Schema.encodeSync(InstantColumn)

/** True if jobs wait for slots of a topic. May remain true until the next release. */
export const isAwaited = (sql: SqlClient.SqlClient, topic: Statement.Fragment): Statement.Fragment =>
  sql`EXISTS (SELECT 1 FROM job_queues f WHERE f.topic = ${topic} AND f.waiting = ${dialect(sql).true})`

/** One row for each occupied slot of a topic, up to the capacity. */
const taken = (sql: SqlClient.SqlClient, topic: string, capacity: number): Statement.Fragment =>
  sql`(SELECT 1 FROM jobs WHERE topic = ${topic} AND state IN (${code.queued}, ${code.running}) LIMIT ${capacity}) AS used`

/** Free slots of a topic for new jobs. Zero while older jobs wait, to prevent starvation. */
export const freeSlotsForNewJobs = (
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
 * True if the queue of the enclosing query has ready jobs. Ordered like the index, so that the planner does not scan
 * the table, whatever the statistics are.
 */
export const hasReady = (sql: SqlClient.SqlClient): Statement.Fragment => {
  const { false: no } = dialect(sql)
  return sql`((SELECT j.job_id FROM jobs j WHERE j.queue_no = job_queues.queue_no
    AND j.state = ${code.blocked} AND j.ordering_wait = ${no} AND j.time_wait = ${no} ORDER BY j.order_no LIMIT 1) IS NOT NULL)`
}

/** Free slots of a topic. */
const freeSlots = (
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

/** Release of jobs that wait for their time or for capacity. */
export const jobRelease = (sql: SqlClient.SqlClient) => {
  const { count, exact, false: no, forUpdate, isPostgres, rowsOf, skipLocked, true: yes } = dialect(sql)
  const ready = sql`state = ${code.blocked} AND ordering_wait = ${no} AND time_wait = ${no}`

  /** The queues of the next organizations in turn, smallest first. */
  const nextQueues = (topic: string, after: string | null) =>
    sql<Omit<WaitingQueue, "ready">>`WITH RECURSIVE organizations(organization_id, n) AS (
        SELECT (SELECT min(organization_id) FROM job_queues
          WHERE topic = ${topic} AND waiting = ${yes}
            AND ${after === null ? sql`1 = 1` : sql`organization_id > ${after}`}), 1
        UNION ALL
        SELECT (SELECT min(f.organization_id) FROM job_queues f
          WHERE f.topic = ${topic} AND f.waiting = ${yes} AND f.organization_id > p.organization_id), n + 1
        FROM organizations p WHERE p.organization_id IS NOT NULL AND n < ${organizationsPerRelease})
      SELECT f.queue_no, f.organization_id, f.size
      FROM organizations p JOIN job_queues f ON f.topic = ${topic} AND f.waiting = ${yes}
        AND f.organization_id = p.organization_id
        AND f.queue_no IN (SELECT g.queue_no FROM job_queues g
          WHERE g.topic = ${topic} AND g.waiting = ${yes} AND g.organization_id = p.organization_id
          ORDER BY g.size, g.queue_no LIMIT ${queuesPerOrganization})
      ORDER BY p.n, f.size, f.queue_no`

  /** These queues with the number of their ready jobs, counted up to the upper bound of a share. */
  const candidates = Effect.fnUntraced(function*(topic: string, after: string | null, room: number) {
    const queues = yield* nextQueues(topic, after)
    if (queues.length === 0) return []
    const organizations = new Set(queues.map(({ organization_id }) => organization_id)).size
    const most = Math.min(room, Math.ceil(room * maxEqualShares / organizations))
    const counted = yield* sql<{ readonly queue_no: number; readonly ready: number }>`SELECT f.queue_no,
        (SELECT ${count} FROM (SELECT 1 FROM jobs j WHERE j.queue_no = f.queue_no
          AND j.state = ${code.blocked} AND j.ordering_wait = ${no} AND j.time_wait = ${no}
          ORDER BY j.order_no LIMIT ${most}) AS part) AS ready
      FROM job_queues f WHERE ${sql.in("f.queue_no", queues.map(({ queue_no }) => queue_no))}`
    const numbers = new Map(counted.map(({ queue_no, ready: waiting }) => [queue_no, waiting]))
    return queues.map((queue) => ({ ...queue, ready: numbers.get(queue.queue_no) ?? 0 }))
  })

  /** Interleaves the jobs of the queues: the first job of each, then the second of each. */
  const queueJobs = (queue: number, share: number, position: number) =>
    affected(
      sql`WITH picked AS MATERIALIZED (
          SELECT job_id, row_number() OVER (ORDER BY order_no) AS rank FROM (
            SELECT job_id, order_no FROM jobs WHERE queue_no = ${queue} AND ${ready}
            ORDER BY order_no LIMIT ${share} ${skipLocked}) AS free)
        UPDATE jobs SET state = ${code.queued}, position = ${position} + picked.rank FROM picked WHERE jobs.job_id = picked.job_id`
    )

  /**
   * The first jobs of several queues, queue by queue, locked until the transaction ends. One statement for all queues
   * on PostgreSQL: with 20 organizations, one statement for each takes longer than its work.
   */
  const firstOfEach = (shares: Shares) =>
    Effect.map(
      sql<FirstJob>`SELECT free.job_id, free.address, x.queue, free.order_no
        FROM ${
        recordset(
          sql,
          { queue: "integer", queue_no: "integer", share: "integer" },
          shares.map(([queue_no, share], queue) => ({ queue, queue_no, share }))
        )
      } CROSS JOIN LATERAL (SELECT job_id, ctid::text AS address, ${exact("order_no")} AS order_no FROM jobs
          WHERE jobs.queue_no = x.queue_no AND ${ready}
          ORDER BY jobs.order_no LIMIT x.share ${skipLocked}) AS free`,
      (rows) => rows.toSorted((a, b) => a.queue - b.queue || a.order_no - b.order_no)
    )

  const queueEach = Effect.fnUntraced(function*(shares: Shares, position: number) {
    if (!isPostgres || shares.length === 1) {
      let queued = 0
      for (const [queue, share] of shares) queued += yield* queueJobs(queue, share, position)
      return queued
    }
    const ranks = new Map<number, number>()
    const rows = (yield* firstOfEach(shares)).map(({ address, queue }) => {
      const rank = (ranks.get(queue) ?? 0) + 1
      ranks.set(queue, rank)
      return { address, position: position + rank }
    })
    return yield* affected(
      sql`UPDATE jobs SET state = ${code.queued}, position = x.position FROM ${
        recordset(sql, { address: "text", position: "bigint" }, rows)
      }
        WHERE jobs.ctid = x.address::tid`
    )
  })

  /**
   * Marks queues without ready jobs as not waiting. Transactions that add jobs lock the row, or check it again after
   * their commit.
   */
  const markIdle = (queues: ReadonlyArray<number>) =>
    sql`UPDATE job_queues SET waiting = ${no} WHERE queue_no IN (
        SELECT queue_no FROM job_queues WHERE ${sql.in("queue_no", queues)} ${skipLocked})
      AND NOT ${hasReady(sql)}`

  /** Locks and returns the topic's row, creating it if needed. Undefined if another transaction holds the lock. */
  const lockTopic = Effect.fnUntraced(function*(topic: string) {
    const [own] = yield* sql<TopicRow>`SELECT last_organization_id FROM job_topics
      WHERE topic = ${topic} ${skipLocked}`
    if (own !== undefined) return own
    const [made] = yield* sql<TopicRow>`INSERT INTO job_topics (topic, last_organization_id) VALUES (${topic}, '')
      ON CONFLICT DO NOTHING RETURNING last_organization_id`
    return made
  })

  /** Claims jobs for one worker, in fair shares of the queues. */
  const claimShares = Effect.fnUntraced(function*(claims: ReadonlyMap<number, number>, direct: DirectClaim) {
    const shares = [...claims].filter(([, share]) => share > 0)
    if (isPostgres && shares.length > 1) {
      const jobs = yield* firstOfEach(shares)
      const addresses = `{${jobs.map(({ address }) => `"${address}"`).join(",")}}`
      const positions = new Map(jobs.map(({ job_id }, index) => [job_id, index]))
      const claimedAtOnce = yield* claimWhere(sql, sql`ctid = ANY (${addresses}::tid[])`, direct.worker, direct.now)
      return claimedAtOnce.toSorted((a, b) => (positions.get(a.job_id) ?? 0) - (positions.get(b.job_id) ?? 0))
    }
    const claimed: Array<ClaimedJob> = []
    for (const [queue, n] of shares) {
      const first = sql`FROM jobs WHERE queue_no = ${queue} AND ${ready} ORDER BY order_no LIMIT ${n} ${skipLocked}`
      claimed.push(...(yield* claimWhere(sql, rowsOf(first), direct.worker, direct.now)))
    }
    return claimed
  })

  /** Releases jobs of the organizations after `previous`, in turn. Without any, `last` is undefined. */
  const releaseNext = Effect.fnUntraced(function*(topic: string, previous: string, room: number, direct?: DirectClaim) {
    const later = yield* candidates(topic, previous, room)
    const queues = later.length > 0 ? later : yield* candidates(topic, null, room)
    const shares = fairShares(room, queues)
    const released = queues.map((queue) => ({ ...queue, ready: shares.get(queue.queue_no) ?? 0 }))
    const claims: ReadonlyMap<number, number> = direct === undefined ? new Map() : fairShares(direct.limit, released)
    const claimed = direct === undefined ? [] : yield* claimShares(claims, direct)
    const others = [...shares].map(([queue, share]) => [queue, share - (claims.get(queue) ?? 0)] as const)
      .filter(([, share]) => share > 0)
    const queued = others.length === 0 ? 0 : yield* queueEach(others, yield* nextPositions(sql))
    const idle = queues.filter(({ queue_no, ready: waiting }) => waiting <= (shares.get(queue_no) ?? 0))
    if (idle.length > 0) yield* markIdle(idle.map(({ queue_no }) => queue_no))
    return { claimed, queued, last: queues.at(-1)?.organization_id }
  })

  const releaseTo = Effect.fnUntraced(function*(topic: string, capacity: number, direct?: DirectClaim) {
    const own = yield* lockTopic(topic)
    const room = own === undefined ? 0 : yield* freeSlots(sql, topic, capacity)
    if (own === undefined || room <= 0) return { claimed: [], queued: 0 }
    let next: Effect.Success<ReturnType<typeof releaseNext>> = {
      claimed: [],
      queued: 0,
      last: own.last_organization_id
    }
    // Queues whose jobs were paused or canceled stay marked as waiting until a release checks them.
    for (let step = 0; step < stepsPerRelease && next.last !== undefined; step++) {
      next = yield* releaseNext(topic, next.last, room, direct)
      if (next.claimed.length + next.queued > 0) break
    }
    if (next.last !== undefined) {
      yield* sql`UPDATE job_topics SET last_organization_id = ${next.last} WHERE topic = ${topic}`
    }
    return { claimed: next.claimed, queued: next.queued }
  }, orDieSql)

  const release = (topic: string, capacity: number) => Effect.map(releaseTo(topic, capacity), ({ queued }) => queued)

  const claimReleased = (topic: string, capacity: number, worker: number, limit: number, now: Instant.Instant) =>
    releaseTo(topic, capacity, { worker, limit, now })

  const busy = Effect.map(
    orDieSql(sql<{ readonly topic: string }>`SELECT topic FROM job_queues WHERE waiting = ${yes}
      UNION SELECT topic FROM jobs WHERE state = ${code.queued}`),
    (rows) => rows.map(({ topic }) => topic)
  )

  const due = Effect.fnUntraced(function*(now: Instant.Instant, limit: number) {
    const waiting = sql`FROM jobs WHERE time_wait = ${yes} AND not_before <= ${instant(now)}
      ORDER BY not_before LIMIT ${limit} ${skipLocked}`
    const rows = yield* sql<{ readonly queue_no: number }>`UPDATE jobs SET time_wait = ${no}
      WHERE ${rowsOf(waiting)} RETURNING queue_no`
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
