import { Data, type Duration, type Schema } from "effect"
import type { DomainError, InvalidInput } from "../shared/index.ts"
import type { JobErrorClass } from "./JobErrorClass.ts"

/**
 * A failure with its class. Its message and details are shown to the caller and contain no secrets. The class
 * determines if the job is attempted again.
 */
export class JobFailure extends Data.TaggedError("JobFailure")<{
  readonly error_class: JobErrorClass
  readonly message: string
  /** A code of the catalogue or of a registry. */
  readonly error_code?: string
  readonly details?: Schema.JsonObject
}> {}

/**
 * Not a failure: a condition of the job is not met yet. It runs again after the pause, and the attempt is not counted.
 */
export class JobDeferred extends Data.TaggedError("JobDeferred")<{ readonly pause: Duration.Duration }> {}

/**
 * Everything that a run of a job can end with instead of a result. Errors of the catalogue get their class from their
 * code.
 */
export type JobRunError = DomainError | InvalidInput | JobFailure | JobDeferred
