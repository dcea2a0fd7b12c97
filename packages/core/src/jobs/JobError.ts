import { Schema } from "effect"
import { BatchId, JobId } from "./Job.ts"

export class BatchEmpty extends Schema.TaggedError<BatchEmpty>()("BatchEmpty", {}) {
  get code() {
    return "ERROR_BATCH_EMPTY" as const
  }
  override get message() {
    return "The batch has no commands"
  }
}

/** The jobs could not be stored; none of them is. */
export class BatchJobCreationFailed extends Schema.TaggedError<BatchJobCreationFailed>()("BatchJobCreationFailed", {}) {
  get code() {
    return "ERROR_BATCH_JOB_CREATION_FAILED" as const
  }
  override get message() {
    return "The jobs could not be stored, and none of them is; submit the batch again"
  }
}

export class BatchNotFound extends Schema.TaggedError<BatchNotFound>()("BatchNotFound", { correlation_id: BatchId }) {
  get code() {
    return "ERROR_BATCH_NOT_FOUND" as const
  }
  override get message() {
    return `No batch ${this.correlation_id}`
  }
}

export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", { job_id: JobId }) {
  get code() {
    return "ERROR_JOB_NOT_FOUND" as const
  }
  override get message() {
    return `No job ${this.job_id}`
  }
}

/** The job's state does not allow what was asked for. */
export class JobStatusConflict extends Schema.TaggedError<JobStatusConflict>()("JobStatusConflict", {
  job_id: JobId,
  job_status: Schema.String
}) {
  get code() {
    return "ERROR_JOB_STATUS_CONFLICT" as const
  }
  override get message() {
    return `Job ${this.job_id} is ${this.job_status}`
  }
}
