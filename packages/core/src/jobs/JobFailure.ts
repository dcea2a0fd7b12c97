import { Data, type Duration, type Schema } from "effect"
import type { DomainError, InvalidInput } from "../shared/index.ts"
import type { JobErrorClass } from "./JobErrorClass.ts"

/**
 * A failure that a job names by its class. Its message and details are shown to the caller and hold no secrets. Whether
 * the job is attempted again follows from the class.
 */
export class JobFailure extends Data.TaggedError("JobFailure")<{
  readonly error_class: JobErrorClass
  readonly message: string
  /** A code of the catalogue or of a registry. */
  readonly error_code?: string
  readonly details?: Schema.JsonObject
}> {}

/** No failure: what the job waits for has not happened. It runs again after the pause, and the attempt is not counted. */
export class JobDeferred extends Data.TaggedError("JobDeferred")<{ readonly pause: Duration.Duration }> {}

/** Everything that carrying out a job may end with instead of a result. Errors of the catalogue have a class by their code. */
export type JobError = DomainError | InvalidInput | JobFailure | JobDeferred
