import { Cause, DateTime, Duration, Effect, Exit, Option, Random, type Schema } from "effect"
import { RegistryUnavailable } from "../registry/index.ts"
import {
  type DomainError,
  errorCatalogue,
  holdsSecret,
  InvalidInput,
  problemMembers,
  retryAfterOf
} from "../shared/index.ts"
import type { ClaimedJob, JobFailed, JobOutcome } from "./ClaimedJob.ts"
import { type Backoff, standardBackoff } from "./Job.ts"
import { errorClassOf, isTransient } from "./JobErrorClass.ts"
import { JobDeferred, JobFailure, type JobRunError } from "./JobFailure.ts"
import { withoutSecrets } from "./Secrets.ts"

/** The stored form of an error of a job. */
export const failedBy = (error: Exclude<JobRunError, JobDeferred>): JobFailed => {
  if (error instanceof JobFailure) {
    return {
      error_class: error.error_class,
      error_code: error.error_code ?? null,
      error_message: error.message,
      error_details: error.details === undefined ? null : withoutSecrets(error.details)
    }
  }
  const error_details = withoutSecrets(plain(problemMembers(error)))
  return error instanceof InvalidInput
    ? { error_class: "ValidationError", error_code: null, error_message: "The input is not valid", error_details }
    : { error_class: errorClassOf(error.code), error_code: error.code, error_message: error.message, error_details }
}

/** An unexpected failure. Its cause is logged and not shown. */
export const unforeseen: JobFailed = {
  error_class: "InternalError",
  error_code: "ERROR_INTERNAL",
  error_message: "The job failed unexpectedly",
  error_details: null
}

/** Failure of a job that lost its worker more often than its kind allows. */
export const lost: JobFailed = { ...unforeseen, error_message: "The job's worker was lost too often" }

/** Minimum pause of a job whose object was in use. Many jobs may wait for the same object. */
const busyPause = Duration.seconds(10)

/**
 * Pause of a job that met an object in use by another operation, or a maintenance of the registry; undefined for every
 * other failure.
 */
const busyPauseOf = (failure: Exclude<JobRunError, JobDeferred>): Duration.Duration | undefined =>
  failure instanceof JobFailure || failure instanceof InvalidInput || !waits(failure)
    ? undefined
    : Duration.max(Duration.seconds(retryAfterOf(failure) ?? 0), busyPause)

const waits = (failure: DomainError): boolean =>
  errorCatalogue[failure.code].kind === "busy"
  || (failure instanceof RegistryUnavailable && failure.maintenance_ends_on !== undefined)

/** Random variation of a pause, so that jobs that failed together do not run together again. */
const jitter = 0.2

/** The pause after an attempt; the first is 1. */
export const pauseAfter = (attempt: number, backoff: Backoff, random: number): Duration.Duration => {
  const seconds = Math.min(backoff.initial_seconds * backoff.multiplier ** (attempt - 1), backoff.max_seconds)
  return Duration.seconds(Math.max(1, Math.round(seconds * (1 - jitter + 2 * jitter * random))))
}

/**
 * Outcome of a run. A job whose object was in use by another operation, or whose registry was under maintenance, runs
 * again afterwards; the attempt is not counted. A job is requeued if its worker stops or the storage was unavailable.
 * On the last attempt an unavailable storage counts as a failure, in case the job itself causes it.
 */
export const outcomeOf = Effect.fnUntraced(function*(
  job: ClaimedJob,
  exit: Exit.Exit<Schema.JsonObject | null, JobRunError>,
  now: DateTime.Utc,
  isStopping: boolean,
  wasAway: (cause: Cause.Cause<unknown>) => boolean
): Effect.fn.Return<JobOutcome> {
  if (Exit.isSuccess(exit)) {
    const payload = holdsSecret(job.payload) ? withoutSecrets(job.payload) : null
    return { job, status: "succeeded", result: exit.value, payload }
  }
  if (isStopping && Cause.hasInterruptsOnly(exit.cause)) return { job, status: "queued", begun: true }
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  const putOff = (pause: Duration.Duration): JobOutcome => ({
    job,
    status: "blocked",
    not_before: DateTime.addDuration(now, pause),
    error: null
  })
  if (failure instanceof JobDeferred) return putOff(failure.pause)
  const busy = failure === undefined ? undefined : busyPauseOf(failure)
  if (busy !== undefined) return putOff(busy)
  if (failure === undefined && job.attempt < job.max_attempts && wasAway(exit.cause)) {
    yield* Effect.logWarning(`A job of kind ${job.kind} is requeued because the storage was unavailable`, job.job_id)
    return { job, status: "queued", begun: true }
  }
  if (failure === undefined) {
    yield* Effect.logError(`A job of kind ${job.kind} failed unexpectedly`, job.job_id, exit.cause)
  }
  const error = failure === undefined ? unforeseen : failedBy(failure)
  if (!isTransient(error.error_class)) return { job, status: "failed", error }
  if (job.attempt >= job.max_attempts) return { job, status: "dead_letter", error }
  const pause = pauseAfter(job.attempt, job.backoff ?? standardBackoff, yield* Random.next)
  return { job, status: "blocked", not_before: DateTime.addDuration(now, pause), error }
})

/** A value as JSON. */
const plain = (value: unknown): Schema.JsonObject => JSON.parse(JSON.stringify(value))
