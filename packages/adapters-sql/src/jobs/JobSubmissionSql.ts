import {
  type ExistingJob,
  type InsertedJobs,
  type JobId,
  type NewBatch,
  type NewJob,
  nothingUnsettled,
  SubmittedBy,
  type UnsettledJobs
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
import { freePlaces } from "./JobReleaseSql.ts"
import { behindKey, byOrderingKey, isReady, isUnbound, newJobColumns, type PlacedJob } from "./NewJobRow.ts"

const rowsPerStatement = 2000

/** Keys of a submission that are looked up, from its beginning to its end, before it is stored. */
const keysProbed = 1000

/** Number of jobs that are inserted without a search for conflicts first. */
const manyJobs = 100

/** Somebody holds an ordering key or a key that one of the jobs needs. */
class NotFree extends Data.TaggedError("NotFree") {}

const columnList = Object.keys(newJobColumns).join(", ")
const selected = Object.keys(newJobColumns).map((name) => `x.${name}`).join(", ")

const keyColumns: Readonly<Record<string, RecordsetColumnOf<NewJob>>> = {
  organization_id: ["key", ({ organization_id }) => organization_id],
  idempotency_key: ["key", ({ idempotency_key }) => idempotency_key]
}

const encodeSubmitter = Schema.encodeSync(json(SubmittedBy))

/** Stores batches and system jobs. */
export const jobSubmission = (sql: SqlClient.SqlClient) => {
  const { apart, false: no, isPostgres, true: yes } = dialect(sql)
  const rowsPerInsert = isPostgres ? rowsPerStatement : boundRows

  /** Numbers of the queues of some jobs, by topic and organization. */
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
      const [known] = made === undefined ? yield* find : [made]
      queue.queue_no = known?.queue_no ?? 0
    }
    return (job: NewJob) => queues.of(job)?.queue_no ?? 0
  })

  // The statement reads once whether the organization has waiting jobs.
  const insert = (batch_no: number | null, chunk: ReadonlyArray<PlacedJob>) =>
    sql`INSERT INTO jobs (batch_no, attempts, ${sql.literal(columnList)})
      SELECT ${batch_no}, 0, ${sql.literal(selected)} FROM ${recordsetOf(sql, newJobColumns, chunk)}
      WHERE x.ordering_key IS NULL OR x.ordering_wait = ${yes} OR NOT EXISTS (SELECT 1 FROM jobs w
          WHERE w.organization_id = x.organization_id AND w.ordering_wait = ${yes})
        OR NOT EXISTS (SELECT 1 FROM jobs w
          WHERE w.organization_id = x.organization_id AND w.ordering_key = x.ordering_key AND w.ordering_wait = ${yes})`

  /** Stores those whose ordering keys and keys nobody holds; answers the others. */
  const insertFree = Effect.fnUntraced(function*(batch_no: number | null, placed: ReadonlyArray<PlacedJob>) {
    const stored = new Set<string>()
    // In the order of ordering_keys, so that submissions at the same time wait for each other and not in a circle.
    const inOrder = placed.toSorted(byOrderingKey)
    for (let from = 0; from < inOrder.length; from += rowsPerInsert) {
      yield* Effect.yieldNow
      const returned = yield* sql<{ readonly job_id: string }>`${
        insert(batch_no, inOrder.slice(from, from + rowsPerInsert))
      } ON CONFLICT DO NOTHING RETURNING job_id`
      for (const { job_id } of returned) stored.add(job_id)
    }
    return placed.filter(({ job }) => !stored.has(job.job_id))
  })

  /** Stores all of them, or fails; the rows of one statement are made while the database works on those before. */
  const insertEvery = Effect.fnUntraced(function*(batch_no: number | null, next: NextPlaced) {
    let asked = 0
    let stored = 0
    let running: Fiber.Fiber<number, SqlError.SqlError> | undefined
    for (;;) {
      yield* Effect.yieldNow
      const chunk = next(rowsPerInsert)
      if (chunk.length === 0) break
      asked += chunk.length
      const statement = insert(batch_no, chunk)
      if (running !== undefined) stored += yield* Fiber.join(running)
      running = yield* Effect.forkChild(affected(statement))
    }
    if (running !== undefined) stored += yield* Fiber.join(running)
    if (stored < asked) yield* new NotFree()
  })

  /**
   * Stores the jobs that nothing stands in the way of; answers the others. Most large submissions meet nobody, and to look
   * for conflicts costs a quarter of an insertion; so that is left to a second try. The first one stores the jobs in the
   * order in which they are going to run, so that jobs that run together lie together.
   */
  const insertPlaced = (batch_no: number | null, placed: PlacedInTurn) => {
    const one = Effect.suspend(() => insertFree(batch_no, placed.all()))
    return placed.atMost < manyJobs
      ? one
      : sql.withTransaction(insertEvery(batch_no, placed.next)).pipe(
        Effect.as<ReadonlyArray<PlacedJob>>([]),
        Effect.catchIf((failure) => failure._tag === "NotFree" || failure.reason._tag === "UniqueViolation", () => one)
      )
  }

  /** Takes the free slots of the topics one by one. */
  const slotsOf = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const rooms = new Map<string, number>()
    for (const { capacity, topic } of jobs) {
      if (!rooms.has(topic)) rooms.set(topic, yield* freePlaces(sql, topic, capacity))
    }
    return (topic: string): boolean => {
      const room = rooms.get(topic) ?? 0
      rooms.set(topic, room - 1)
      return room > 0
    }
  })

  /** Stores the jobs that nothing stands in the way of, as far as ordering keys and capacity allow as queued. */
  const insertJobs = Effect.fnUntraced(function*(batch_no: number | null, jobs: ReadonlyArray<NewJob>) {
    const queueOf = yield* findQueues(batch_no ?? 0, jobs)
    const takeSlot = yield* slotsOf(jobs)
    const first = yield* nextPositions(sql, jobs.length)
    const placing = placeJobs(jobs, first, queueOf, takeSlot)
    const missed = yield* insertPlaced(batch_no, placing.heads)
    const waiters = missed.length === 0
      ? placing.behind
      : [...placing.behind, ...missed.map(behindKey)].toSorted((a, b) => a.order_no - b.order_no)
    const refused = new Set((yield* insertPlaced(batch_no, inTurn(waiters))).map(({ job }) => job))
    const queues = waitingQueues(placing.heads.all(), new Set(missed))
    if (queues.length > 0) {
      yield* sql`UPDATE job_queues SET waiting = ${yes} WHERE waiting = ${no} AND ${sql.in("queue_no", queues)}`
    }
    return {
      refused: refused.size === 0 ? [] : jobs.filter((job) => refused.has(job)),
      loose: {
        queues: batch_no === null ? queues : [],
        ordering_keys: waiters.flatMap(({ job }) =>
          job.ordering_key !== null && !refused.has(job)
            ? [{ organization_id: job.organization_id ?? "", ordering_key: job.ordering_key }]
            : []
        ),
        organizations: [],
        batches: []
      } satisfies UnsettledJobs
    }
  })

  /**
   * Which jobs hold the idempotency keys of others. Looked up key by key: as a join, PostgreSQL would read all the jobs that
   * there are, for each of these statements.
   */
  const holdersOf = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const keyed = keyedOf(jobs)
    const holders = new Map<string, ExistingJob>()
    for (let from = 0; from < keyed.length; from += rowsPerInsert) {
      yield* Effect.yieldNow
      const rows = yield* sql<{ readonly idempotency_key: string } & ExistingJob>`
        SELECT k.idempotency_key, k.job_id, (SELECT b.batch_id FROM jobs j
            JOIN job_batches b ON b.batch_no = j.batch_no WHERE j.job_id = k.job_id) AS batch_id
        FROM (SELECT x.idempotency_key, (SELECT j.job_id FROM jobs j
            WHERE j.organization_id = x.organization_id AND j.idempotency_key = x.idempotency_key) AS job_id
          FROM ${recordsetOf(sql, keyColumns, keyed.slice(from, from + rowsPerInsert))} ${apart}) AS k
        WHERE k.job_id IS NOT NULL`
      for (const { batch_id, idempotency_key, job_id } of rows) holders.set(idempotency_key, { job_id, batch_id })
    }
    return holders
  })

  /**
   * The same before anything is stored. Most large submissions ask for nothing that was asked for before, so a few of their
   * keys are looked up first; what that overlooks is met when the jobs are stored.
   */
  const knownHoldersOf = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    const keyed = keyedOf(jobs)
    const each = Math.ceil(keyed.length / keysProbed)
    const found = yield* holdersOf(keyed.filter((_, at) => at % each === 0))
    return each <= 1 || found.size === 0 ? found : yield* holdersOf(keyed)
  })

  const insertBatch = Effect.fnUntraced(function*(batch: NewBatch, jobs: ReadonlyArray<NewJob>) {
    const [stored] = yield* sql<{ readonly total: number }>`SELECT total FROM job_batches
      WHERE batch_id = ${batch.batch_id}`
    const holders = yield* stored === undefined ? knownHoldersOf(jobs) : holdersOf(jobs)
    const duplicates = duplicatesOf(jobs, holders, batch)
    if (stored !== undefined) {
      return { inserted: stored.total, duplicates, loose: nothingUnsettled } satisfies InsertedJobs
    }
    const wanted = duplicates.size === 0 ? jobs : jobs.filter(({ job_id }) => !duplicates.has(job_id))
    if (wanted.length === 0) return { inserted: 0, duplicates, loose: nothingUnsettled } satisfies InsertedJobs
    const [row] = yield* sql<{ readonly batch_no: number }>`INSERT INTO job_batches ${
      sql.insert({
        batch_id: batch.batch_id,
        organization_id: batch.organization_id,
        label: batch.label,
        submitted_by: encodeSubmitter(batch.submitted_by),
        total: wanted.length,
        created_on: DateTime.formatIso(batch.created_on)
      })
    } RETURNING batch_no`
    const batch_no = row?.batch_no ?? 0
    const { loose, refused } = yield* insertJobs(batch_no, wanted)
    // Somebody has taken these keys since they were looked for.
    const later = refused.length === 0 ? holders : yield* holdersOf(refused)
    for (const { idempotency_key, job_id } of refused) {
      const holder = later.get(idempotency_key ?? "")
      if (holder !== undefined) duplicates.set(job_id, holder)
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
    return { inserted, duplicates, loose } satisfies InsertedJobs
  }, orDieSql)

  const enqueue = Effect.fnUntraced(function*(jobs: ReadonlyArray<NewJob>) {
    return jobs.length === 0 ? nothingUnsettled : (yield* insertJobs(null, jobs)).loose
  }, orDieSql)

  return { insertBatch, enqueue }
}

/** The jobs of a submission in one topic and organization. */
interface BatchQueue extends Pick<NewJob, "topic" | "organization_id"> {
  jobs: number
  queue_no: number
}

/** The queues that jobs need. No text is made for a job to find its queue by: a batch has tens of thousands. */
const queuesOf = (jobs: ReadonlyArray<NewJob>) => {
  const byTopic = new Map<string, Map<OrganizationId | null, BatchQueue>>()
  const all: Array<BatchQueue> = []
  for (const { organization_id, topic } of jobs) {
    const ofTopic = byTopic.get(topic) ?? new Map<OrganizationId | null, BatchQueue>()
    const known = ofTopic.get(organization_id)
    if (known !== undefined) {
      known.jobs++
      continue
    }
    const queue = { topic, organization_id, jobs: 1, queue_no: 0 }
    all.push(queue)
    byTopic.set(topic, ofTopic.set(organization_id, queue))
  }
  return { all, of: ({ organization_id, topic }: NewJob) => byTopic.get(topic)?.get(organization_id) }
}

/** Takes the ordering keys of jobs. True for a job whose key an earlier one has. */
const takenLanes = () => {
  const ordering_keys = new Map<OrganizationId | null, Set<string>>()
  return ({ ordering_key, organization_id }: NewJob): boolean => {
    if (ordering_key === null) return false
    const own = ordering_keys.get(organization_id) ?? new Set()
    const isTaken = own.has(ordering_key)
    ordering_keys.set(organization_id, own.add(ordering_key))
    return isTaken
  }
}

/** Jobs that are placed when they are asked for. */
interface PlacedInTurn {
  readonly atMost: number
  /** Those that nobody has asked for yet, so many at most; none when there are no more. */
  readonly next: NextPlaced
  readonly all: () => ReadonlyArray<PlacedJob>
}

type NextPlaced = (most: number) => ReadonlyArray<PlacedJob>

const inTurn = (placed: ReadonlyArray<PlacedJob>): PlacedInTurn => {
  let asked = 0
  const next = (most: number) => placed.slice(asked, asked += most)
  return { atMost: placed.length, next, all: () => placed }
}

/** Places jobs one after another: those that go first in their ordering_keys, and aside those behind them. */
const placeJobs = (
  jobs: ReadonlyArray<NewJob>,
  first: number,
  queueOf: (job: NewJob) => number,
  takeSlot: (topic: string) => boolean
) => {
  const isTaken = takenLanes()
  const created_on = jobs[0] === undefined ? "" : DateTime.formatIso(jobs[0].created_on)
  const heads: Array<PlacedJob> = []
  const behind: Array<PlacedJob> = []
  let index = 0
  const next = (most: number) => {
    const asked = heads.length
    for (let job = jobs[index]; job !== undefined && heads.length - asked < most; job = jobs[++index]) {
      const ordering_wait = isTaken(job)
      const isQueued = !ordering_wait && isUnbound(job) && takeSlot(job.topic)
      const placed = { job, created_on, queue_no: queueOf(job), order_no: first + index, ordering_wait, isQueued }
      ;(ordering_wait ? behind : heads).push(placed)
    }
    return heads.slice(asked)
  }
  const all = () => {
    next(jobs.length)
    return heads
  }
  return { behind, heads: { atMost: jobs.length, next, all } satisfies PlacedInTurn }
}

/** Batch queues in which jobs wait for capacity. */
const waitingQueues = (heads: ReadonlyArray<PlacedJob>, missed: ReadonlySet<PlacedJob>): ReadonlyArray<number> => {
  const queues = new Set<number>()
  for (const one of heads) {
    if (!one.isQueued && isReady(one) && !missed.has(one)) queues.add(one.queue_no)
  }
  return [...queues]
}

const keyedOf = (jobs: ReadonlyArray<NewJob>) => jobs.filter(({ idempotency_key }) => idempotency_key !== null)

/** Jobs whose key a job of another batch has, or an earlier one of the same submission. */
const duplicatesOf = (
  jobs: ReadonlyArray<NewJob>,
  holders: ReadonlyMap<string, ExistingJob>,
  { batch_id }: NewBatch
): Map<JobId, ExistingJob> => {
  const firsts = new Map<string, JobId>()
  const duplicates = new Map<JobId, ExistingJob>()
  for (const { idempotency_key, job_id } of jobs) {
    if (idempotency_key === null) continue
    const holder = holders.get(idempotency_key)
    const first = firsts.get(idempotency_key)
    if (holder !== undefined && holder.batch_id !== batch_id) duplicates.set(job_id, holder)
    else if (first === undefined) firsts.set(idempotency_key, holder?.job_id ?? job_id)
    else duplicates.set(job_id, { job_id: first, batch_id })
  }
  return duplicates
}
