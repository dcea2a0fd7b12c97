import {
  type DeferredUpdates,
  type ExistingJob,
  type InsertedJobs,
  type JobId,
  type NewBatch,
  type NewJob,
  noDeferredUpdates,
  SubmittedBy
} from "@namewright/core/jobs"
import type { OrganizationId } from "@namewright/core/shared"
import { Data, DateTime, Effect, Fiber, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { affected } from "../Affected.ts"
import { json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { boundRows, type RecordsetColumnOf, recordsetOf } from "../Recordset.ts"
import { jobCode } from "./JobCodes.ts"
import { nextPositions } from "./JobPositionsSql.ts"
import { freeSlotsForNewJobs } from "./JobReleaseSql.ts"
import { byOrderingKey, isReady, isUnbound, newJobColumns, type PositionedJob, waitingForKey } from "./NewJobRow.ts"

const rowsPerStatement = 2000

/** Maximum number of evenly distributed idempotency keys of a submission that are looked up before it is stored. */
const keysProbed = 1000

/** Minimum number of jobs that are inserted without a search for conflicts first. */
const manyJobs = 100

/** Another job has an ordering key or a key of one of the jobs. */
class KeyConflict extends Data.TaggedError("KeyConflict") {}

const columnList = Object.keys(newJobColumns).join(", ")
const selected = Object.keys(newJobColumns).map((name) => `x.${name}`).join(", ")

const keyColumns: Readonly<Record<string, RecordsetColumnOf<NewJob>>> = {
  organization_id: ["key", ({ organization_id }) => organization_id],
  idempotency_key: ["key", ({ idempotency_key }) => idempotency_key]
}

const encodeSubmitter = Schema.encodeSync(json(SubmittedBy))

/** Storage of new batches and system jobs. */
export const jobSubmission = (sql: SqlClient.SqlClient) => {
  const { apart, false: no, isPostgres, oneOf, true: yes } = dialect(sql)
  const rowsPerInsert = isPostgres ? rowsPerStatement : boundRows

  /** Numbers of the queues of jobs; missing queues are created. */
  const findQueues = Effect.fnUntraced(function*(batch_no: number, jobs: ReadonlyArray<NewJob>) {
    const queues = queuesOf(jobs)
    for (const queue of queues.all) {
      const { jobs: size, organization_id, topic } = queue
      const own = sql`batch_no = ${batch_no} AND topic = ${topic} AND organization_id = ${organization_id ?? ""}`
      const find = sql<{ readonly queue_no: number }>`SELECT queue_no FROM job_queues WHERE ${own}`
      const [found] = batch_no === 0 ? yield* find : []
      const [made] = found === undefined
        ? yield* sql<{ readonly queue_no: number }>`INSERT INTO job_queues
            (topic, organization_id, batch_no, size, waiting)
            VALUES (${topic}, ${organization_id ?? ""}, ${batch_no}, ${batch_no === 0 ? 0 : size}, ${no})
            ON CONFLICT DO NOTHING RETURNING queue_no`
        : [found]
      const [row] = made === undefined ? yield* find : [made]
      queue.queue_no = row?.queue_no ?? 0
    }
    return (job: NewJob) => queues.of(job)?.queue_no ?? 0
  })

  // The statement checks once if the organization has waiting jobs.
  const insert = (batch_no: number | null, chunk: ReadonlyArray<PositionedJob>) =>
    sql`INSERT INTO jobs (batch_no, attempts, ${sql.literal(columnList)})
      SELECT ${batch_no}, 0, ${sql.literal(selected)} FROM ${recordsetOf(sql, newJobColumns, chunk)}
      WHERE x.ordering_key IS NULL OR x.ordering_wait = ${yes} OR NOT EXISTS (SELECT 1 FROM jobs w
          WHERE w.organization_id = x.organization_id AND w.ordering_wait = ${yes})
        OR NOT EXISTS (SELECT 1 FROM jobs w
          WHERE w.organization_id = x.organization_id AND w.ordering_key = x.ordering_key AND w.ordering_wait = ${yes})`

  /** Stores the jobs without conflicts of keys; returns the others. */
  const insertFree = Effect.fnUntraced(function*(batch_no: number | null, positioned: ReadonlyArray<PositionedJob>) {
    const stored = new Set<string>()
    // In the order of ordering keys, so that concurrent submissions do not deadlock.
    const inOrder = positioned.toSorted(byOrderingKey)
    for (let from = 0; from < inOrder.length; from += rowsPerInsert) {
      yield* Effect.yieldNow
      const returned = yield* sql<{ readonly job_id: string }>`${
        insert(batch_no, inOrder.slice(from, from + rowsPerInsert))
      } ON CONFLICT DO NOTHING RETURNING job_id`
      for (const { job_id } of returned) stored.add(job_id)
    }
    return positioned.filter(({ job }) => !stored.has(job.job_id))
  })

  /** Stores all jobs, or fails. The rows of one statement are prepared while the database runs the previous one. */
  const insertEvery = Effect.fnUntraced(function*(batch_no: number | null, next: TakeJobs) {
    let taken = 0
    let stored = 0
    let running: Fiber.Fiber<number, SqlError.SqlError> | undefined
    for (;;) {
      yield* Effect.yieldNow
      const chunk = next(rowsPerInsert)
      if (chunk.length === 0) break
      taken += chunk.length
      const statement = insert(batch_no, chunk)
      if (running !== undefined) stored += yield* Fiber.join(running)
      running = yield* Effect.forkChild(affected(statement))
    }
    if (running !== undefined) stored += yield* Fiber.join(running)
    if (stored < taken) yield* new KeyConflict()
  })

  /**
   * Stores the jobs without conflicts of keys; returns the others. Most large submissions have no conflicts, and a
   * search for them takes a quarter of the time of an insertion. Therefore the first attempt inserts without it, in the
   * order of execution, so that neighbouring jobs are stored on the same pages.
   */
  const insertPositioned = (batch_no: number | null, positioned: JobSource) => {
    const one = Effect.suspend(() => insertFree(batch_no, positioned.all()))
    return positioned.atMost < manyJobs
      ? one
      : sql.withTransaction(insertEvery(batch_no, positioned.next)).pipe(
        Effect.as<ReadonlyArray<PositionedJob>>([]),
        Effect.catchIf(
          (failure) => failure._tag === "KeyConflict" || failure.reason._tag === "UniqueViolation",
          () => one
        )
      )
  }

  /** Takes the free slots of the topics one by one. */
  const slotsOf = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const rooms = new Map<string, number>()
    for (const { capacity, topic } of jobs) {
      if (!rooms.has(topic)) rooms.set(topic, yield* freeSlotsForNewJobs(sql, topic, capacity))
    }
    return (topic: string): boolean => {
      const room = rooms.get(topic) ?? 0
      rooms.set(topic, room - 1)
      return room > 0
    }
  })

  /** Stores the jobs without conflicts of keys. Ordering keys and capacity determine if a job is queued or blocked. */
  const insertJobs = Effect.fnUntraced(function*(batch_no: number | null, jobs: ReadonlyArray<NewJob>) {
    const queueOf = yield* findQueues(batch_no ?? 0, jobs)
    const takeSlot = yield* slotsOf(jobs)
    const first = yield* nextPositions(sql, jobs.length)
    const source = positionJobs(jobs, first, queueOf, takeSlot)
    const missed = yield* insertPositioned(batch_no, source.heads)
    const waiters = missed.length === 0
      ? source.behind()
      : [...source.behind(), ...missed.map(waitingForKey)].toSorted((a, b) => a.order_no - b.order_no)
    const refused = new Set((yield* insertPositioned(batch_no, sourceOf(waiters))).map(({ job }) => job))
    const queues = waitingQueues(source.heads.all(), new Set(missed))
    if (queues.length > 0) {
      yield* sql`UPDATE job_queues SET waiting = ${yes} WHERE waiting = ${no} AND ${sql.in("queue_no", queues)}`
    }
    return {
      refused: refused.size === 0 ? [] : jobs.filter((job) => refused.has(job)),
      updates: {
        queues: batch_no === null ? queues : [],
        ordering_keys: waiters.flatMap(({ job }) =>
          job.ordering_key !== null && !refused.has(job)
            ? [{ organization_id: job.organization_id ?? "", ordering_key: job.ordering_key }]
            : []
        ),
        organizations: [],
        batches: []
      } satisfies DeferredUpdates
    }
  })

  /**
   * The jobs with the idempotency keys of new jobs. One look-up per key: for a join, PostgreSQL would read all stored
   * jobs for each statement.
   */
  const existingJobsOf = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const keyed = keyedOf(jobs)
    const existing = new Map<string, ExistingJob>()
    for (let from = 0; from < keyed.length; from += rowsPerInsert) {
      yield* Effect.yieldNow
      const rows = yield* sql<{ readonly idempotency_key: string } & ExistingJob>`
        SELECT k.idempotency_key, k.job_id, (SELECT b.batch_id FROM jobs j
            JOIN job_batches b ON b.batch_no = j.batch_no WHERE j.job_id = k.job_id) AS batch_id
        FROM (SELECT x.idempotency_key, (SELECT j.job_id FROM jobs j
            WHERE j.organization_id = x.organization_id AND j.idempotency_key = x.idempotency_key) AS job_id
          FROM ${recordsetOf(sql, keyColumns, keyed.slice(from, from + rowsPerInsert))} ${apart}) AS k
        WHERE k.job_id IS NOT NULL`
      for (const { batch_id, idempotency_key, job_id } of rows) existing.set(idempotency_key, { job_id, batch_id })
    }
    return existing
  })

  /**
   * As `existingJobsOf`, before anything is stored. Most large submissions repeat no keys, so only a sample of the keys
   * is looked up first. Other conflicts are found when the jobs are stored.
   */
  const probeExistingJobs = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const keyed = keyedOf(jobs)
    const step = Math.ceil(keyed.length / keysProbed)
    const found = yield* existingJobsOf(keyed.filter((_, index) => index % step === 0))
    return step <= 1 || found.size === 0 ? found : yield* existingJobsOf(keyed)
  })

  const insertBatch = Effect.fnUntraced(function*(batch: NewBatch, jobs: ReadonlyArray<NewJob>) {
    const [stored] = yield* sql<{ readonly total: number }>`SELECT total FROM job_batches
      WHERE batch_id = ${batch.batch_id}`
    const existing = yield* stored === undefined ? probeExistingJobs(jobs) : existingJobsOf(jobs)
    const duplicates = duplicatesOf(jobs, existing, batch)
    if (stored !== undefined) {
      return { inserted: stored.total, duplicates, updates: noDeferredUpdates } satisfies InsertedJobs
    }
    const wanted = duplicates.size === 0 ? jobs : jobs.filter(({ job_id }) => !duplicates.has(job_id))
    if (wanted.length === 0) return { inserted: 0, duplicates, updates: noDeferredUpdates } satisfies InsertedJobs
    const [row] = yield* sql<{ readonly batch_no: number }>`INSERT INTO job_batches ${
      sql.insert({
        batch_id: batch.batch_id,
        organization_id: batch.organization_id,
        label: batch.label,
        submitted_by: encodeSubmitter(batch.submitted_by),
        traceparent: batch.traceparent,
        total: wanted.length,
        created_on: DateTime.formatIso(batch.created_on)
      })
    } RETURNING batch_no`
    const batch_no = row?.batch_no ?? 0
    const { updates, refused } = yield* insertJobs(batch_no, wanted)
    // These keys were taken after the look-up.
    const current = refused.length === 0 ? existing : yield* existingJobsOf(refused)
    for (const { idempotency_key, job_id } of refused) {
      const existingJob = current.get(idempotency_key ?? "")
      if (existingJob !== undefined) duplicates.set(job_id, existingJob)
    }
    const inserted = wanted.length - refused.length
    const paused = wanted.filter((job) => job.paused).length - refused.filter((job) => job.paused).length
    if (inserted === 0) {
      yield* sql`DELETE FROM job_queues WHERE batch_no = ${batch_no}`
      yield* sql`DELETE FROM job_batches WHERE batch_no = ${batch_no}`
    } else if (refused.length > 0) {
      yield* sql`UPDATE job_batches SET total = ${inserted} WHERE batch_no = ${batch_no}`
    }
    if (paused > 0) {
      yield* sql`INSERT INTO job_batch_counts ${sql.insert({ batch_no, state: jobCode.paused, shard: 0, n: paused })}`
    }
    return { inserted, duplicates, updates } satisfies InsertedJobs
  }, orDieSql)

  /**
   * Jobs without a key that an open job has. Each start and tick enqueues the rounds of recurring work, which are almost
   * always stored; a failed insertion takes far longer than a look-up.
   */
  const withoutStored = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const keys = jobs.flatMap(({ open_key }) => open_key ?? [])
    if (keys.length === 0) return jobs
    const rows = yield* sql<{ readonly open_key: string }>`SELECT open_key FROM jobs WHERE open_key ${oneOf(keys)}`
    const stored = new Set(rows.map(({ open_key }) => open_key))
    return stored.size === 0 ? jobs : jobs.filter(({ open_key }) => open_key === null || !stored.has(open_key))
  })

  const enqueue = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const wanted = yield* withoutStored(jobs)
    return wanted.length === 0 ? noDeferredUpdates : (yield* insertJobs(null, wanted)).updates
  }, orDieSql)

  return { insertBatch, enqueue }
}

/** The jobs of a submission with one topic and organization. */
interface BatchQueue extends Pick<NewJob, "topic" | "organization_id"> {
  jobs: number
  queue_no: number
}

/** The queues of jobs. Nested maps instead of a text key per job, because a batch has tens of thousands. */
const queuesOf = (jobs: ReadonlyArray<NewJob>) => {
  const byTopic = new Map<string, Map<OrganizationId | null, BatchQueue>>()
  const all: Array<BatchQueue> = []
  for (const { organization_id, topic } of jobs) {
    const ofTopic = byTopic.get(topic) ?? new Map<OrganizationId | null, BatchQueue>()
    const queueOfOrganization = ofTopic.get(organization_id)
    if (queueOfOrganization !== undefined) {
      queueOfOrganization.jobs++
      continue
    }
    const queue = { topic, organization_id, jobs: 1, queue_no: 0 }
    all.push(queue)
    byTopic.set(topic, ofTopic.set(organization_id, queue))
  }
  return { all, of: ({ organization_id, topic }: NewJob) => byTopic.get(topic)?.get(organization_id) }
}

/** Records the ordering keys of jobs. Returns true for a job whose key an earlier one has. */
const usedKeys = () => {
  const ordering_keys = new Map<OrganizationId | null, Set<string>>()
  return ({ ordering_key, organization_id }: NewJob): boolean => {
    if (ordering_key === null) return false
    const own = ordering_keys.get(organization_id) ?? new Set()
    const isTaken = own.has(ordering_key)
    ordering_keys.set(organization_id, own.add(ordering_key))
    return isTaken
  }
}

/** Jobs that are positioned on demand. */
interface JobSource {
  readonly atMost: number
  /** The next jobs, at most `most`; empty at the end. */
  readonly next: TakeJobs
  readonly all: () => ReadonlyArray<PositionedJob>
}

type TakeJobs = (most: number) => ReadonlyArray<PositionedJob>

const sourceOf = (positioned: ReadonlyArray<PositionedJob>): JobSource => {
  let taken = 0
  const next = (most: number) => positioned.slice(taken, taken += most)
  return { atMost: positioned.length, next, all: () => positioned }
}

/** Positions jobs one by one. `heads` contains the first job of each ordering key, `behind` the others. */
const positionJobs = (
  jobs: ReadonlyArray<NewJob>,
  first: number,
  queueOf: (job: NewJob) => number,
  takeSlot: (topic: string) => boolean
) => {
  const isTaken = usedKeys()
  const created_on = jobs[0] === undefined ? "" : DateTime.formatIso(jobs[0].created_on)
  const heads: Array<PositionedJob> = []
  const behind: Array<PositionedJob> = []
  let index = 0
  const next = (most: number) => {
    const start = heads.length
    for (let job = jobs[index]; job !== undefined && heads.length - start < most; job = jobs[++index]) {
      const ordering_wait = isTaken(job)
      const isQueued = !ordering_wait && isUnbound(job) && takeSlot(job.topic)
      const positioned = { job, created_on, queue_no: queueOf(job), order_no: first + index, ordering_wait, isQueued }
      ;(ordering_wait ? behind : heads).push(positioned)
    }
    return heads.slice(start)
  }
  const all = () => {
    next(jobs.length)
    return heads
  }
  return {
    behind: () => {
      all()
      return behind
    },
    heads: { atMost: jobs.length, next, all } satisfies JobSource
  }
}

/** Queues with jobs that wait for capacity. */
const waitingQueues = (
  heads: ReadonlyArray<PositionedJob>,
  missed: ReadonlySet<PositionedJob>
): ReadonlyArray<number> => {
  const queues = new Set<number>()
  for (const head of heads) {
    if (!head.isQueued && isReady(head) && !missed.has(head)) queues.add(head.queue_no)
  }
  return [...queues]
}

const keyedOf = (jobs: ReadonlyArray<NewJob>) => jobs.filter(({ idempotency_key }) => idempotency_key !== null)

/** Jobs whose key belongs to a job of another batch, or to an earlier one of the same submission. */
const duplicatesOf = (
  jobs: ReadonlyArray<NewJob>,
  existing: ReadonlyMap<string, ExistingJob>,
  { batch_id }: NewBatch
): Map<JobId, ExistingJob> => {
  const firsts = new Map<string, JobId>()
  const duplicates = new Map<JobId, ExistingJob>()
  for (const { idempotency_key, job_id } of jobs) {
    if (idempotency_key === null) continue
    const existingJob = existing.get(idempotency_key)
    const first = firsts.get(idempotency_key)
    if (existingJob !== undefined && existingJob.batch_id !== batch_id) duplicates.set(job_id, existingJob)
    else if (first === undefined) firsts.set(idempotency_key, existingJob?.job_id ?? job_id)
    else duplicates.set(job_id, { job_id: first, batch_id })
  }
  return duplicates
}
