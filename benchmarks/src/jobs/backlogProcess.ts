import { JobStore } from "@namewright/core/jobs"
import { Processes } from "@namewright/core/processes"
import { Instant, Transaction } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { median } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"
import { engine, knowNoop, submitter, topic } from "./noopJobs.ts"

export interface BacklogTask {
  readonly storage: Storage
  /** Waiting jobs of other organizations. */
  readonly waiting: number
  readonly groups: number
}

/** Milliseconds for the release, claim and completion of a group of jobs. */
export interface BacklogResult {
  readonly group: number
}

const task = taskOf<BacklogTask>()
const perGroup = 500
const others = 20

/**
 * Creates waiting jobs of other organizations by copying one. Their ids sort in the order of
 * creation, like those of a batch; their ordering keys, which are names, do not.
 */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const perBatch = Math.ceil(task.waiting / others)
  for (let n = 0; n < others; n++) {
    const who = yield* submitter
    const { batch_id } = yield* who.submit(1)
    yield* sql`INSERT INTO jobs (job_id, batch_no, organization_id, queue_no, topic, kind, state, order_no, ordering_key,
        ordering_wait, time_wait, attempts, max_attempts, command, operation, resource_key, display, payload, created_on)
      SELECT j.job_id || '-' || lpad(i::text, 8, '0'), j.batch_no, j.organization_id, j.queue_no, j.topic, j.kind, 0, j.order_no + i,
        j.ordering_key || i, false, false, 0, 5, j.command, j.operation, j.resource_key, j.display, j.payload, j.created_on
      FROM jobs j JOIN job_batches b ON b.batch_no = j.batch_no, generate_series(1, ${perBatch}::int) AS i
      WHERE b.batch_id = ${batch_id}`
    yield* sql`UPDATE job_batches SET total = total + ${perBatch} WHERE batch_id = ${batch_id}`
    yield* sql`UPDATE job_queues SET waiting = true
      WHERE batch_no = (SELECT batch_no FROM job_batches WHERE batch_id = ${batch_id})`
  }
  yield* sql`ANALYZE jobs`
})

const measure = Effect.gen(function*() {
  yield* knowNoop(() => {})
  const store = yield* JobStore
  const { atomically } = yield* Transaction
  if (task.waiting > 0) yield* fill
  const who = yield* submitter
  yield* who.submit(perGroup * (task.groups + 2))
  const { current } = yield* Processes
  const worker = yield* store.addWorker(yield* Instant.now, yield* current)
  const times: Array<number> = []
  for (let group = 0; group < task.groups; group++) {
    const started = performance.now()
    const now = yield* Instant.now
    const queued = yield* store.claim(topic, worker, perGroup, now)
    const jobs = queued.length > 0
      ? queued
      : (yield* atomically(store.claimReleased(topic, 1000, worker, perGroup, now))).claimed
    const outcomes = jobs.map((job) => ({ job, status: "succeeded" as const, result: null, payload: null }))
    const { updates } = yield* atomically(store.complete(worker, outcomes, now))
    yield* store.applyUpdates(updates, now)
    times.push((performance.now() - started) * perGroup / jobs.length)
  }
  return { group: median(times.slice(2)) } satisfies BacklogResult
})

const storage = storageOf(task.storage)
serveParent(await Effect.runPromise(Effect.provide(measure, engine(storage)) as Effect.Effect<BacklogResult>))
