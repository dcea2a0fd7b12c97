import {
  type BatchId,
  type ClaimedJob,
  type DeferredUpdates,
  type Job,
  type JobId,
  type JobOutcome,
  JobStore,
  newBatchId,
  type NewJob,
  newJobId,
  submittedBy
} from "@namewright/core/jobs"
import { newProcessId, type ProcessId, ProcessStore } from "@namewright/core/processes"
import { Instant, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect, Option, type Schema } from "effect"
import { administrator } from "../Actors.ts"

let topicCount = 0

/** A topic that no other test uses. */
export const freshTopic = (): string => `topic_${++topicCount}_${Math.trunc(performance.now() * 1000)}`

/** Default capacity of topics in tests. */
export const defaultCapacity = 1000

export interface SampleJob extends Partial<Omit<NewJob, "job_id">> {
  readonly topic: string
  readonly name?: string
}

/** A job of a batch; its name is its resource. */
const sampleJob = Effect.fnUntraced(
  function*(organization_id: OrganizationId, { name = "a.example", ...sample }: SampleJob) {
    const job: NewJob = {
      job_id: yield* newJobId,
      kind: "sample",
      capacity: defaultCapacity,
      organization_id,
      ordering_key: null,
      payload: JSON.stringify({ type: "sample", name, ordering_key: sample.ordering_key ?? undefined }),
      max_attempts: 5,
      backoff: null,
      not_before: null,
      created_on: yield* Instant.now,
      summary: {
        command: "sample_bulk",
        operation: "create",
        resource_key: name,
        domain_name: name,
        display: `Sample '${name}'`
      },
      idempotency_key: null,
      open_key: null,
      paused: false,
      ...sample
    }
    return job
  }
)

/** Applies the deferred updates of a committed transaction. */
export const applyUpdates = Effect.fnUntraced(function*(updates: DeferredUpdates) {
  const store = yield* JobStore
  return yield* store.applyUpdates(updates, yield* Instant.now)
})

/** Stores a batch of jobs as the service does: a new batch, or a batch that may be stored already. */
export const submit = Effect.fnUntraced(
  function*(
    organization_id: OrganizationId,
    samples: ReadonlyArray<SampleJob>,
    again?: BatchId,
    traceparent: string | null = null
  ) {
    const store = yield* JobStore
    const transaction = yield* Transaction
    const batch_id = again ?? (yield* newBatchId)
    const jobs = yield* Effect.forEach(samples, (sample) => sampleJob(organization_id, sample))
    const { duplicates, inserted, updates } = yield* transaction.atomically(store.insertBatch({
      batch_id,
      organization_id,
      label: null,
      submitted_by: submittedBy(administrator(organization_id)),
      traceparent,
      created_on: yield* Instant.now
    }, jobs))
    yield* applyUpdates(updates)
    return { batch_id, jobs, inserted, duplicates }
  }
)

/** Stores a system job. */
export const enqueue = Effect.fnUntraced(function*(sample: SampleJob, organization_id: OrganizationId | null = null) {
  const store = yield* JobStore
  const transaction = yield* Transaction
  const job = { ...yield* sampleJob("" as OrganizationId, sample), organization_id, summary: null }
  yield* applyUpdates(yield* transaction.atomically(store.enqueue([job])))
  return job
})

/** Claims jobs of a topic. */
export const claim = Effect.fnUntraced(function*(topic: string, worker: number, limit = 100) {
  const store = yield* JobStore
  return yield* store.claim(topic, worker, limit, yield* Instant.now)
})

export const release = Effect.fnUntraced(function*(topic: string, capacity = defaultCapacity) {
  const store = yield* JobStore
  const transaction = yield* Transaction
  return yield* transaction.atomically(store.release(topic, capacity))
})

/** A worker of a process; a new process if none is passed. */
export const workerOf = Effect.fnUntraced(function*(process?: ProcessId) {
  const store = yield* JobStore
  const processes = yield* ProcessStore
  const now = yield* Instant.now
  const process_id = process ?? (yield* newProcessId)
  if (process === undefined) {
    yield* processes.insert({ process_id, started_on: now, seen_on: now })
  }
  return yield* store.addWorker(now, process_id)
})

export const worker = workerOf()

/** A job, which must exist. */
export const jobNow = Effect.fnUntraced(function*(organization: OrganizationId, id: JobId) {
  const store = yield* JobStore
  return Option.getOrThrow(yield* store.findJob(organization, id))
})

export const batchNow = Effect.fnUntraced(function*(organization: OrganizationId, id: BatchId) {
  const store = yield* JobStore
  return Option.getOrThrow(yield* store.findBatch(organization, id))
})

/** The jobs of a batch in the order of their submission. */
export const jobsOf = Effect.fnUntraced(function*(organization: OrganizationId, id: BatchId) {
  const store = yield* JobStore
  const { batch_no } = yield* batchNow(organization, id)
  const page = yield* store.listJobs(batch_no, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 1000 })
  return page.items as ReadonlyArray<Job>
})

export const statusesOf = (organization: OrganizationId, id: BatchId) =>
  Effect.map(jobsOf(organization, id), (jobs) => jobs.map(({ status }) => status))

/** Stores the outcomes of claims, as a worker does. */
export const complete = Effect.fnUntraced(function*(number: number, outcomes: ReadonlyArray<JobOutcome>) {
  const store = yield* JobStore
  const transaction = yield* Transaction
  const { completed, updates } = yield* transaction.atomically(store.complete(number, outcomes, yield* Instant.now))
  const topics = yield* applyUpdates(updates)
  return { completed, topics }
})

export const succeeded = (job: ClaimedJob): JobOutcome => succeededWith(job, null)

/** Success with a payload that replaces the stored one. */
export const succeededWith = (job: ClaimedJob, payload: Schema.JsonObject | null): JobOutcome => ({
  job,
  status: "succeeded",
  result: { type: "sample" },
  payload
})

export const refusal = {
  error_class: "NotFoundError",
  error_code: "ERROR_CONTACT_NOT_FOUND",
  error_message: "No contact",
  error_details: { code: "ERROR_CONTACT_NOT_FOUND" }
} as const

export const failed = (job: ClaimedJob): JobOutcome => ({ job, status: "failed", error: refusal })
