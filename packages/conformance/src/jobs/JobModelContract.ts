import { assert, layer } from "@effect/vitest"
import {
  type ClaimedJob,
  type Job,
  type JobOutcome,
  type JobScope,
  type JobStatus,
  jobStatuses,
  JobStore,
  jobTransitions,
  type JobTrigger
} from "@namewright/core/jobs"
import type { ProcessStore } from "@namewright/core/processes"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  applyUpdates,
  batchNow,
  claim,
  complete,
  freshTopic,
  jobsOf,
  refusal,
  release,
  submit,
  succeeded,
  worker
} from "./JobSamples.ts"

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

const Operation = Schema.Struct({
  kind: Schema.Literals([
    "submit",
    "claim",
    "claim",
    "complete",
    "complete",
    "pause",
    "resume",
    "cancel",
    "retry",
    "retry",
    "release",
    "wait",
    "lose"
  ]),
  /** The targeted batch or job, and true for a single job. */
  target: upTo(50),
  single: Schema.Boolean,
  size: upTo(6)
})
type Operation = typeof Operation.Type

/** Triggers of an operation. Settling afterwards may release and promote other jobs. */
const triggersOf: Record<Operation["kind"], ReadonlyArray<JobTrigger>> = {
  submit: ["release"],
  claim: ["claim"],
  complete: ["succeed", "fail", "defer", "exhaust", "abandon", "release"],
  pause: ["pause"],
  resume: ["resume", "release"],
  cancel: ["cancel", "release"],
  retry: ["retry", "release"],
  release: ["release"],
  wait: ["release"],
  lose: ["abandon", "exhaust", "release"]
}

/** True if the transitions of the triggers lead from one state to the other. */
const leadsTo = (triggers: ReadonlyArray<JobTrigger>, from: JobStatus, to: JobStatus): boolean => {
  const reached = new Set<JobStatus>([from])
  for (const _ of triggers) {
    for (const move of jobTransitions) {
      if (triggers.includes(move.trigger) && move.from.some((state) => reached.has(state))) {
        move.to.forEach((state) => reached.add(state))
      }
    }
  }
  return reached.has(to)
}

const capacity = 4

/** A possible outcome of a claim. */
const outcomeOf = (job: ClaimedJob, index: number, now: Instant.Instant): JobOutcome => {
  const later = DateTime.add(now, { seconds: 30 })
  const outcomes: ReadonlyArray<JobOutcome> = [
    succeeded(job),
    { job, status: "failed", error: refusal },
    { job, status: "blocked", not_before: later, error: { ...refusal, error_class: "TimeoutError" } },
    { job, status: "dead_letter", error: { ...refusal, error_class: "TimeoutError" } },
    { job, status: "blocked", not_before: later, error: null },
    { job, status: "queued", begun: true }
  ]
  return outcomes[index % outcomes.length] ?? succeeded(job)
}

/** Runs operations of one organization in a new topic. */
const player = Effect.fnUntraced(function*(organization: OrganizationId) {
  const store = yield* JobStore
  const transaction = yield* Transaction
  const topic = freshTopic()
  const batches: Array<{ readonly batch_id: Job["correlation_id"]; readonly jobs: ReadonlyArray<Job["job_id"]> }> = []
  let number = yield* worker
  let claimed: ReadonlyArray<ClaimedJob> = []

  const scopeOf = Effect.fnUntraced(function*({ single, target }: Operation) {
    const batch = batches[target % Math.max(batches.length, 1)]
    if (batch === undefined) return undefined
    const job_id = batch.jobs[target % batch.jobs.length]
    if (single && job_id !== undefined) return { job_id } satisfies JobScope
    return { batch_no: (yield* batchNow(organization, batch.batch_id)).batch_no } satisfies JobScope
  })

  const control = Effect.fnUntraced(function*(kind: "pause" | "resume" | "cancel" | "retry", scope: JobScope) {
    const now = yield* Instant.now
    switch (kind) {
      case "pause":
        return void (yield* transaction.atomically(store.pause(scope, now)))
      case "resume":
        return void (yield* transaction.atomically(store.resume(scope, () => capacity)))
      case "cancel":
        return void (yield* applyUpdates((yield* transaction.atomically(store.cancel(scope, now))).updates))
      case "retry":
        return void (yield* transaction.atomically(store.retry(scope, [], now, () => capacity)))
    }
  })

  const lose = Effect.gen(function*() {
    yield* TestClock.adjust("1 minute")
    const now = yield* Instant.now
    const taken = yield* transaction.atomically(
      store.takeOver([topic], DateTime.subtract(now, { seconds: 30 }), now, {
        ...refusal,
        error_class: "InternalError"
      })
    )
    yield* applyUpdates(taken.updates)
    number = yield* worker
    claimed = []
  })

  const play = Effect.fnUntraced(function*(operation: Operation) {
    const { kind, size, target } = operation
    switch (kind) {
      case "submit": {
        const now = yield* Instant.now
        const samples = Array.from({ length: size + 1 }, (_, n) => ({
          topic,
          capacity,
          max_attempts: 3,
          ordering_key: [null, "a", "b"][(target + n) % 3] ?? null,
          paused: target % 7 === 0,
          not_before: target % 5 === 0 ? DateTime.add(now, { minutes: 1 }) : null
        }))
        const { batch_id, jobs } = yield* submit(organization, samples)
        return void batches.push({ batch_id, jobs: jobs.map(({ job_id }) => job_id) })
      }
      case "claim":
        claimed = [...claimed, ...(yield* claim(topic, number, size))]
        return
      case "complete": {
        const now = yield* Instant.now
        yield* complete(number, claimed.slice(0, size).map((job, index) => outcomeOf(job, target + index, now)))
        claimed = claimed.slice(size)
        return
      }
      case "wait":
        yield* TestClock.adjust("40 seconds")
        return void (yield* transaction.atomically(store.due(yield* Instant.now, 3)))
      case "release":
        return void (yield* release(topic, capacity))
      case "lose":
        return yield* lose
      default: {
        const scope = yield* scopeOf(operation)
        if (scope !== undefined) yield* control(kind, scope)
      }
    }
  })

  return { play, batches, topic }
})

const inspect = Effect.fnUntraced(function*(
  organization: OrganizationId,
  { batches }: Effect.Success<ReturnType<typeof player>>,
  kind: Operation["kind"],
  before: ReadonlyMap<string, JobStatus>
) {
  const after = new Map<string, JobStatus>()
  for (const { batch_id } of batches) {
    const jobs = yield* jobsOf(organization, batch_id)
    const { summary } = yield* batchNow(organization, batch_id)
    for (const status of jobStatuses) {
      const counted = jobs.filter((job) => job.status === status).length
      assert.strictEqual(summary.job_counts[status], counted, `${status} jobs after ${kind}`)
    }
    assert.strictEqual(summary.total_jobs, jobs.length)
    jobs.forEach(({ job_id, status }) => after.set(job_id, status))
  }
  for (const [id, status] of after) {
    const was = before.get(id)
    if (was !== undefined) assert.isTrue(leadsTo(triggersOf[kind], was, status), `${kind} moved ${was} to ${status}`)
  }
  return after
})

/** Contract of the store of jobs: a model test of random operations. */
export const jobModelContract = <E>(name: string, storage: Layer.Layer<JobStore | ProcessStore | Transaction, E>) =>
  layer(storage)(`Model test of jobs (${name})`, (it) => {
    it.effect.prop(
      "follows the transitions of the specification, runs one job of an ordering key at a time, and counts correctly",
      { operations: Schema.Array(Operation).check(Schema.isBetweenLength(5, 40)) },
      ({ operations }) =>
        Effect.gen(function*() {
          const organization = yield* newOrganizationId
          const played = yield* player(organization)
          let states: ReadonlyMap<string, JobStatus> = new Map()
          for (const operation of operations) {
            yield* played.play(operation)
            states = yield* inspect(organization, played, operation.kind, states)
            yield* oneOfOrderingKey(organization, played.batches)
          }
          yield* ends(organization, played)
        }),
      { timeout: 120_000, arbitrary: { runs: 15, size: 40 } }
    )
  })

/** At most one claimed job per ordering key. The payload of a sample contains its ordering key. */
const oneOfOrderingKey = Effect.fnUntraced(function*(
  organization: OrganizationId,
  batches: ReadonlyArray<{ readonly batch_id: Job["correlation_id"] }>
) {
  const jobs = (yield* Effect.forEach(batches, ({ batch_id }) => jobsOf(organization, batch_id))).flat()
  const inHand = jobs.filter(({ status }) => status === "queued" || status === "running")
  const ordering_keys = inHand.flatMap(({ payload }) =>
    typeof payload["ordering_key"] === "string" ? [payload["ordering_key"]] : []
  )
  assert.strictEqual(new Set(ordering_keys).size, ordering_keys.length, "jobs of one ordering key at the same time")
})

/** Every job ends if no more operations follow. */
const ends = Effect.fnUntraced(function*(
  organization: OrganizationId,
  { batches, topic }: Effect.Success<ReturnType<typeof player>>
) {
  const store = yield* JobStore
  const transaction = yield* Transaction
  yield* TestClock.adjust("1 hour")
  for (const { batch_id } of batches) {
    const { batch_no } = yield* batchNow(organization, batch_id)
    yield* transaction.atomically(store.resume({ batch_no }, () => capacity))
  }
  const now = yield* Instant.now
  yield* applyUpdates(
    (yield* transaction.atomically(
      store.takeOver([topic], now, now, { ...refusal, error_class: "InternalError" })
    )).updates
  )
  yield* transaction.atomically(store.due(now, 10_000))
  const number = yield* worker
  for (;;) {
    yield* release(topic, capacity)
    const claimed = yield* claim(topic, number)
    if (claimed.length === 0) break
    yield* complete(number, claimed.map(succeeded))
  }
  for (const { batch_id } of batches) {
    const { summary } = yield* batchNow(organization, batch_id)
    assert.strictEqual(summary.status, "complete")
    assert.isNotNull(summary.finished_at)
  }
})
