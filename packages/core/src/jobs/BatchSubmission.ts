import { Array as Arr, Cause, Effect, Option, Result } from "effect"
import { authorizeWithinScope, idOfRequest } from "../access/index.ts"
import { type InputIssue, Instant, maximumIssues, refuseInput, Transaction } from "../shared/index.ts"
import { currentTraceparent } from "../telemetry/index.ts"
import type { CommandError, DuplicateCommand, SubmittedBatch } from "./Batch.ts"
import { type InstanceProblem, isPlanned, type PlannedJob } from "./BatchCommand.ts"
import { authorizeCommands, expandCommands, refuseTooMany, registeredCommands, requestCount } from "./BatchCommands.ts"
import type { BatchFrame, BatchSource } from "./BatchSource.ts"
import { BatchId, type JobId, newBatchId, newJobIds, standardAttempts } from "./Job.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { BatchEmpty, BatchJobCreationFailed } from "./JobError.ts"
import { JobKinds } from "./JobKinds.ts"
import { JobStore } from "./JobStore.ts"
import type { ExistingJob, JobSummary, NewBatch, NewJob } from "./NewJob.ts"
import { submittedBy } from "./SubmittedBy.ts"

/** A planned job of a command, reduced to the necessary members because a batch has many. */
interface PlannedCommand {
  readonly index: number
  readonly instance_index: number | null
  readonly idempotency_key: string | null
  readonly kind: string
  readonly ordering_key: string
  readonly summary: JobSummary
  /** JSON text, which takes less memory than its value. */
  readonly payload: string
}

/** The plan of a batch. */
interface PlannedBatch {
  readonly commands: number
  readonly planned: ReadonlyArray<PlannedCommand>
  readonly errors: ReadonlyArray<CommandError>
  readonly frame: BatchFrame
}

/** Values that all jobs of a batch share. */
interface BatchSettings {
  readonly batch: NewBatch
  readonly not_before: NewJob["not_before"]
  readonly paused: boolean
}

/** Maximum number of jobs that are prepared without yielding to the event loop; takes a few milliseconds. */
const preparedAtOnce = 1000

/** Submission of batches. */
export const makeBatchSubmission = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const transaction = yield* Transaction
  const { announce } = yield* JobAnnouncements

  /** Plans the jobs of all portions; fails with all issues of all portions. */
  const plan = Effect.fnUntraced(function*({ frame, portions }: BatchSource) {
    const planned: Array<PlannedCommand> = []
    const errors: Array<CommandError> = []
    const issues: Array<InputIssue> = []
    let commands = 0
    let requests = 0
    for (const portion of portions) {
      yield* Effect.yieldNow
      if (portion.isBroken) yield* refuseInput(portion.issues)
      const { issues: unknown, registered } = registeredCommands(kinds, portion.commands, commands)
      commands += portion.commands.length
      yield* authorizeCommands(registered)
      yield* refuseTooMany(requests += requestCount(registered))
      const { issues: wrong, parts } = yield* expandCommands(registered)
      if (issues.length < maximumIssues) issues.push(...portion.issues, ...unknown, ...wrong)
      for (const [position, { command, index, submitted }] of registered.entries()) {
        for (const part of parts[position] ?? []) {
          if (isPlanned(part)) planned.push(plannedCommand(index, command.name, submitted.idempotency_key, part))
          else errors.push(errorOf(index, part))
        }
      }
    }
    const decodedFrame = frame()
    yield* refuseInput(
      [...Result.isFailure(decodedFrame) ? decodedFrame.failure : [], ...issues].slice(0, maximumIssues)
    )
    return { commands, planned, errors, frame: Result.getOrThrow(decodedFrame) } satisfies PlannedBatch
  })

  const prepare = (
    { batch, not_before, paused }: BatchSettings,
    { summary, idempotency_key: key, instance_index, kind: name, ordering_key, payload }: PlannedCommand,
    job_id: JobId
  ): NewJob => {
    const kind = kinds.kind(name)
    if (kind === undefined) throw new Error(`No kind of job ${name} is registered`)
    return {
      job_id,
      kind: kind.kind,
      topic: kind.topic,
      capacity: kinds.topic(kind.topic).capacity,
      organization_id: batch.organization_id,
      ordering_key,
      payload,
      max_attempts: kind.maxAttempts ?? standardAttempts,
      backoff: kind.backoff ?? null,
      not_before,
      created_on: batch.created_on,
      summary,
      // A bulk command that is submitted again with more instances adds only jobs of the new ones.
      idempotency_key: key === null || instance_index === null ? key : `${key}:${summary.resource_key}`,
      open_key: null,
      paused
    }
  }

  /** Prepares the rows of all jobs in chunks. */
  const prepareAll = Effect.fnUntraced(function*(
    setting: BatchSettings,
    planned: ReadonlyArray<PlannedCommand>
  ) {
    const jobs: Array<NewJob> = []
    for (const chunk of Arr.chunksOf(planned, preparedAtOnce)) {
      yield* Effect.yieldNow
      const ids = yield* newJobIds(chunk.length)
      jobs.push(...Arr.zipWith(chunk, ids, (command, job_id) => prepare(setting, command, job_id)))
    }
    return jobs
  })

  const insert = (batch: NewBatch, jobs: ReadonlyArray<NewJob>) =>
    transaction.atomically(Effect.tap(
      store.insertBatch(batch, jobs),
      ({ inserted, updates }) =>
        inserted === 0 ? Effect.void : announce(updates, [...new Set(jobs.map(({ topic }) => topic))])
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

  return Effect.fn("Jobs.submit", {
    kind: "producer",
    attributes: { "messaging.system": "namewright", "messaging.operation.type": "send" }
  })(function*(source: BatchSource) {
    const actor = yield* authorizeWithinScope("jobs:manage")
    const { commands, errors, frame, planned } = yield* plan(source)
    if (commands === 0) return yield* new BatchEmpty()
    const created_on = yield* Instant.now
    const newId = yield* newBatchId
    const batch: NewBatch = {
      batch_id: Option.getOrElse(yield* idOfRequest("batch", (text) => BatchId.make(text)), () => newId),
      organization_id: actor.organization_id,
      label: frame.label ?? null,
      submitted_by: submittedBy(actor),
      traceparent: yield* currentTraceparent,
      created_on
    }
    const { not_before = null, paused } = frame
    const isLater = not_before !== null && !Instant.hasPassed(not_before, created_on)
    const setting = { batch, not_before: isLater ? not_before : null, paused }
    const jobs = yield* prepareAll(setting, planned)
    const { duplicates, inserted } = jobs.length === 0
      ? { inserted: 0, duplicates: new Map<JobId, ExistingJob>() }
      : yield* insert(batch, jobs)
    const existingOf = (job: NewJob | undefined) => job === undefined ? undefined : duplicates.get(job.job_id)
    return {
      batch_id: batch.batch_id,
      total_commands: commands,
      jobs_created: inserted,
      jobs_duplicated: duplicates.size,
      jobs_failed: errors.length,
      duplicates: duplicates.size === 0
        ? []
        : planned.flatMap((command, index) => duplicateOf(command, existingOf(jobs[index]))),
      errors,
      status_url: `/v1/jobs/${batch.batch_id}`
    } satisfies SubmittedBatch
  })
})

const plannedCommand = (
  index: number,
  command: string,
  idempotency_key: string | null | undefined,
  { display, domain_name, instance_index, kind, ordering_key, operation, payload, resource_key }: PlannedJob
): PlannedCommand => ({
  index,
  instance_index,
  idempotency_key: idempotency_key ?? null,
  kind,
  ordering_key,
  summary: { command, operation, resource_key, domain_name: domain_name ?? null, display },
  payload: JSON.stringify(payload)
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

const duplicateOf = (
  { summary: { resource_key }, index, instance_index }: PlannedCommand,
  existing: ExistingJob | undefined
): ReadonlyArray<DuplicateCommand> =>
  existing === undefined ? [] : [{
    index,
    instance_index,
    resource_key,
    existing_job_id: existing.job_id,
    existing_batch_id: existing.batch_id
  }]
