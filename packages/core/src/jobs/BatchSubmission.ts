import { Cause, Effect } from "effect"
import { authorize } from "../access/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import type { CommandError, DuplicateCommand, SubmitBatch, SubmittedBatch } from "./Batch.ts"
import { type InstanceProblem, isPlanned, type PlannedJob } from "./BatchCommand.ts"
import { authorizeCommands, expandCommands, type KnownCommand, knownCommands, refuseTooMany } from "./BatchCommands.ts"
import { type BatchId, type JobId, newBatchId, newJobId, standardAttempts } from "./Job.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { BatchEmpty, BatchJobCreationFailed } from "./JobError.ts"
import { JobKinds } from "./JobKinds.ts"
import { type InsertedJobs, JobStore, type NewBatch, type NewJob } from "./JobStore.ts"
import { forEachInSlices } from "./PlanEach.ts"
import { submittedBy } from "./SubmittedBy.ts"

/** A job that is about to be stored, and what it came from. */
interface PreparedJob {
  readonly index: number
  readonly planned: PlannedJob
  readonly job: NewJob
}

/** Turns commands into the jobs of a batch. */
export const makeBatchSubmission = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const transaction = yield* Transaction
  const { announce } = yield* JobAnnouncements

  const prepare = (
    { batch, not_before, paused }: {
      readonly batch: NewBatch
      readonly not_before: NewJob["not_before"]
      readonly paused: boolean
    },
    { command, index, submitted }: KnownCommand,
    planned: PlannedJob
  ): Effect.Effect<PreparedJob> => {
    const kind = kinds.kind(planned.kind)
    if (kind === undefined) return Effect.die(new Error(`No jobs of kind ${planned.kind} are known`))
    const key = submitted.idempotency_key ?? null
    return Effect.map(newJobId, (job_id) => ({
      index,
      planned,
      job: {
        job_id,
        kind: kind.kind,
        topic: kind.topic,
        capacity: kinds.topic(kind.topic).capacity,
        organization_id: batch.organization_id,
        lane: planned.lane,
        payload: planned.payload,
        max_attempts: kind.maxAttempts ?? standardAttempts,
        backoff: kind.backoff ?? null,
        not_before,
        created_on: batch.created_on,
        face: {
          command: command.name,
          operation: planned.operation,
          resource_key: planned.resource_key,
          domain_name: planned.domain_name ?? null,
          display: planned.display
        },
        // A bulk command that is sent again with more instances adds only the new ones.
        idempotency_key: key === null || planned.instance_index === null ? key : `${key}:${planned.resource_key}`,
        open_key: null,
        paused
      }
    }))
  }

  const insert = (batch: NewBatch, jobs: ReadonlyArray<NewJob>) =>
    transaction.atomically(Effect.tap(
      store.insertBatch(batch, jobs),
      ({ inserted, loose }) =>
        inserted === 0 ? Effect.void : announce(loose, [...new Set(jobs.map(({ topic }) => topic))])
    )).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause)
          ? Effect.failCause(cause)
          : Effect.andThen(
            Effect.logError("Jobs could not be stored", cause),
            Effect.fail(new BatchJobCreationFailed())
          )
      )
    )

  return Effect.fn("Jobs.submit")(function*(request: SubmitBatch) {
    const actor = yield* authorize("jobs:manage")
    if (request.commands.length === 0) return yield* new BatchEmpty()
    const { known: commands, unknown } = knownCommands(kinds, request.commands)
    yield* authorizeCommands(commands)
    yield* refuseTooMany(commands)
    const parts = yield* expandCommands(commands, unknown)
    const created_on = yield* Instant.now
    const batch: NewBatch = {
      batch_id: yield* newBatchId,
      organization_id: actor.organization_id,
      label: request.label ?? null,
      submitted_by: submittedBy(actor),
      created_on
    }
    const { not_before = null, paused } = request
    const isLater = not_before !== null && !Instant.hasPassed(not_before, created_on)
    const setting = { batch, not_before: isLater ? not_before : null, paused }
    const wanted = commands.flatMap((known, at) =>
      (parts[at] ?? []).filter(isPlanned).map((planned) => ({ known, planned }))
    )
    const prepared = yield* forEachInSlices(wanted, ({ known, planned }) => prepare(setting, known, planned))
    const inserted = prepared.length === 0
      ? { inserted: 0, duplicates: new Map() }
      : yield* insert(batch, prepared.map(({ job }) => job))
    const errors = commands.flatMap(({ index }, at) =>
      (parts[at] ?? []).flatMap((part) => isPlanned(part) ? [] : [errorOf(index, part)])
    )
    return submitted(batch.batch_id, request.commands.length, prepared, inserted, errors)
  })
})

const errorOf = (
  index: number,
  { code, error, instance_index, resource_key, type }: InstanceProblem
): CommandError => ({
  index,
  instance_index,
  error,
  code: code ?? null,
  type: type ?? null,
  resource_key: resource_key ?? null
})

const submitted = (
  batch_id: BatchId,
  total_commands: number,
  prepared: ReadonlyArray<PreparedJob>,
  { duplicates, inserted }: Pick<InsertedJobs, "inserted" | "duplicates">,
  errors: ReadonlyArray<CommandError>
): SubmittedBatch => ({
  batch_id,
  total_commands,
  jobs_created: inserted,
  jobs_duplicated: duplicates.size,
  jobs_failed: errors.length,
  duplicates: duplicates.size === 0 ? [] : prepared.flatMap((it) => duplicateOf(it, duplicates)),
  errors,
  status_url: `/v1/jobs/${batch_id}`
})

const duplicateOf = (
  { index, job, planned }: PreparedJob,
  duplicates: ReadonlyMap<JobId, { readonly job_id: JobId; readonly batch_id: BatchId | null }>
): ReadonlyArray<DuplicateCommand> => {
  const existing = duplicates.get(job.job_id)
  return existing === undefined ? [] : [{
    index,
    instance_index: planned.instance_index,
    resource_key: planned.resource_key,
    existing_job_id: existing.job_id,
    existing_batch_id: existing.batch_id
  }]
}
