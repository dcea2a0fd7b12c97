import { Array as Arr, Cause, Effect, Option, Result } from "effect"
import { authorize, idOfRequest } from "../access/index.ts"
import { type InputIssue, Instant, refuseInput, Transaction } from "../shared/index.ts"
import type { CommandError, DuplicateCommand, SubmittedBatch } from "./Batch.ts"
import { type InstanceProblem, isPlanned, type PlannedJob } from "./BatchCommand.ts"
import { askedBy, authorizeCommands, expandCommands, knownCommands, refuseTooMany } from "./BatchCommands.ts"
import type { BatchFrame, BatchSource } from "./BatchSource.ts"
import { BatchId, type JobId, newBatchId, newJobIds, standardAttempts } from "./Job.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { BatchEmpty, BatchJobCreationFailed } from "./JobError.ts"
import { JobKinds } from "./JobKinds.ts"
import { type ExistingJob, JobStore, type JobSummary, type NewBatch, type NewJob } from "./JobStore.ts"
import { submittedBy } from "./SubmittedBy.ts"

/** A job that a command has become, without what it was sent as: as little as possible, because a batch has many. */
interface PlannedCommand {
  readonly index: number
  readonly instance_index: number | null
  readonly idempotency_key: string | null
  readonly kind: string
  readonly ordering_key: string
  readonly summary: JobSummary
  /** JSON text, which takes a fraction of the room of what it says. */
  readonly payload: string
}

/** What a batch has become. */
interface PlannedBatch {
  readonly commands: number
  readonly planned: ReadonlyArray<PlannedCommand>
  readonly errors: ReadonlyArray<CommandError>
  readonly frame: BatchFrame
}

/** What the jobs of a batch have in common. */
interface Setting {
  readonly batch: NewBatch
  readonly not_before: NewJob["not_before"]
  readonly paused: boolean
}

/** Jobs that are made without a pause, in a few milliseconds. */
const preparedAtOnce = 1000

/** More entries than this help nobody. */
const maximumIssues = 10_000

/** Turns commands into the jobs of a batch. */
export const makeBatchSubmission = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const transaction = yield* Transaction
  const { announce } = yield* JobAnnouncements

  /** The jobs of all portions; fails with everything that is wrong with any of them. */
  const plan = Effect.fnUntraced(function*({ frame, portions }: BatchSource) {
    const planned: Array<PlannedCommand> = []
    const errors: Array<CommandError> = []
    const issues: Array<InputIssue> = []
    let commands = 0
    let asked = 0
    for (const portion of portions) {
      yield* Effect.yieldNow
      if (portion.isBroken) yield* refuseInput(portion.issues)
      const { known, unknown } = knownCommands(kinds, portion.commands, commands)
      commands += portion.commands.length
      yield* authorizeCommands(known)
      yield* refuseTooMany(asked += askedBy(known))
      const { issues: wrong, parts } = yield* expandCommands(known)
      if (issues.length < maximumIssues) issues.push(...portion.issues, ...unknown, ...wrong)
      for (const [at, { command, index, submitted }] of known.entries()) {
        for (const part of parts[at] ?? []) {
          if (isPlanned(part)) planned.push(plannedCommand(index, command.name, submitted.idempotency_key, part))
          else errors.push(errorOf(index, part))
        }
      }
    }
    const around = frame()
    yield* refuseInput([...Result.isFailure(around) ? around.failure : [], ...issues].slice(0, maximumIssues))
    return { commands, planned, errors, frame: Result.getOrThrow(around) } satisfies PlannedBatch
  })

  const prepare = (
    { batch, not_before, paused }: Setting,
    { summary, idempotency_key: key, instance_index, kind: name, ordering_key, payload }: PlannedCommand,
    job_id: JobId
  ): NewJob => {
    const kind = kinds.kind(name)
    if (kind === undefined) throw new Error(`No jobs of kind ${name} are known`)
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
      // A bulk command that is sent again with more instances adds only the new ones.
      idempotency_key: key === null || instance_index === null ? key : `${key}:${summary.resource_key}`,
      open_key: null,
      paused
    }
  }

  /** The jobs as they are stored, made in slices. */
  const prepareAll = Effect.fnUntraced(function*(
    setting: Setting,
    planned: ReadonlyArray<PlannedCommand>
  ) {
    const jobs: Array<NewJob> = []
    for (const some of Arr.chunksOf(planned, preparedAtOnce)) {
      yield* Effect.yieldNow
      const ids = yield* newJobIds(some.length)
      jobs.push(...Arr.zipWith(some, ids, (one, job_id) => prepare(setting, one, job_id)))
    }
    return jobs
  })

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

  return Effect.fn("Jobs.submit")(function*(source: BatchSource) {
    const actor = yield* authorize("jobs:manage")
    const { commands, errors, frame, planned } = yield* plan(source)
    if (commands === 0) return yield* new BatchEmpty()
    const created_on = yield* Instant.now
    const fresh = yield* newBatchId
    const batch: NewBatch = {
      batch_id: Option.getOrElse(yield* idOfRequest("batch", (text) => BatchId.make(text)), () => fresh),
      organization_id: actor.organization_id,
      label: frame.label ?? null,
      submitted_by: submittedBy(actor),
      created_on
    }
    const { not_before = null, paused } = frame
    const isLater = not_before !== null && !Instant.hasPassed(not_before, created_on)
    const setting = { batch, not_before: isLater ? not_before : null, paused }
    const jobs = yield* prepareAll(setting, planned)
    const { duplicates, inserted } = jobs.length === 0
      ? { inserted: 0, duplicates: new Map<JobId, ExistingJob>() }
      : yield* insert(batch, jobs)
    const heldBy = (job: NewJob | undefined) => job === undefined ? undefined : duplicates.get(job.job_id)
    return {
      batch_id: batch.batch_id,
      total_commands: commands,
      jobs_created: inserted,
      jobs_duplicated: duplicates.size,
      jobs_failed: errors.length,
      duplicates: duplicates.size === 0
        ? []
        : planned.flatMap((one, at) => duplicateOf(one, heldBy(jobs[at]))),
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
