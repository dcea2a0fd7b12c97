import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"
import { BatchId, JobId } from "./Job.ts"

export class BatchEmpty extends CodedError<BatchEmpty>()("BatchEmpty", {
  code: "ERROR_BATCH_EMPTY",
  message: "The batch has no commands"
}) {}

/** The jobs could not be stored; none was created. */
export class BatchJobCreationFailed extends CodedError<BatchJobCreationFailed>()("BatchJobCreationFailed", {
  code: "ERROR_BATCH_JOB_CREATION_FAILED",
  message: "The jobs could not be stored, and none of them is; submit the batch again"
}) {}

export class BatchNotFound extends CodedError<BatchNotFound>()("BatchNotFound", {
  code: "ERROR_BATCH_NOT_FOUND",
  fields: { correlation_id: BatchId },
  message: ({ correlation_id }) => `No batch ${correlation_id}`
}) {}

export class JobNotFound extends CodedError<JobNotFound>()("JobNotFound", {
  code: "ERROR_JOB_NOT_FOUND",
  fields: { job_id: JobId },
  message: ({ job_id }) => `No job ${job_id}`
}) {}

/** The state of the job does not allow the request. */
export class JobStatusConflict extends CodedError<JobStatusConflict>()("JobStatusConflict", {
  code: "ERROR_JOB_STATUS_CONFLICT",
  fields: { job_id: JobId, job_status: Schema.String },
  message: ({ job_id, job_status }) => `Job ${job_id} is ${job_status}`
}) {}
