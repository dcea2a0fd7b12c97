import {
  Batch,
  BatchId,
  batchList,
  BatchRetried,
  batchRetry,
  BatchSummary,
  Job,
  JobId,
  jobList,
  SubmittedBatch
} from "@namewright/core/jobs"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { filterParameters, listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { ReadInChunks, RequestValidation } from "../shared/RequestValidation.ts"
import { JobBatchRequest } from "./JobBatchRequest.ts"

const ofBatch = { batch_id: BatchId }
const ofJob = { job_id: JobId }

const unknown = [problems.forbidden, problems.notFound] as const
const notNow = [problems.forbidden, problems.notFound, problems.conflict] as const

/** Bytes of the body of a batch. Source: REST specification, "Limits". */
const batchBytes = 32 * 1024 * 1024

export class JobsApi extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.post("submitBatch", "/v1/jobs", {
      payload: JobBatchRequest,
      success: SubmittedBatch.pipe(HttpApiSchema.status(201)),
      error: [problems.rejected, problems.forbidden, problems.invalid, problems.unavailable]
    }).annotate(OpenApi.Summary, "Submit a batch of commands, which workers run in the background")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "commands", body: batchBytes }))
      .annotate(ReadInChunks, true)
      .middleware(Idempotent),
    HttpApiEndpoint.get("listBatches", "/v1/jobs", {
      query: listParameters(batchList),
      success: Page(BatchSummary),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List batches")
      .annotateMerge(reads({ rights: ["jobs:read"] })),
    HttpApiEndpoint.get("getBatch", "/v1/jobs/:batch_id", { params: ofBatch, success: Batch, error: unknown })
      .annotate(OpenApi.Summary, "Read the progress of a batch")
      .annotateMerge(reads({ rights: ["jobs:read"], enforcesScope: "rrsets" })),
    HttpApiEndpoint.delete("cancelBatch", "/v1/jobs/:batch_id", {
      params: ofBatch,
      success: HttpApiSchema.NoContent,
      error: unknown
    }).annotate(OpenApi.Summary, "Cancel the jobs of a batch that have not started")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "destroys" })),
    HttpApiEndpoint.get("listBatchJobs", "/v1/jobs/:batch_id/jobs", {
      params: ofBatch,
      query: listParameters(jobList),
      success: Page(Job),
      error: unknown
    }).annotate(OpenApi.Summary, "List the jobs of a batch")
      .annotateMerge(reads({ rights: ["jobs:read"], enforcesScope: "rrsets" })),
    HttpApiEndpoint.post("pauseBatch", "/v1/jobs/:batch_id/pause", {
      params: ofBatch,
      success: HttpApiSchema.NoContent,
      error: unknown
    }).annotate(OpenApi.Summary, "Pause the jobs of a batch that have not started")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "none" })),
    HttpApiEndpoint.post("resumeBatch", "/v1/jobs/:batch_id/resume", {
      params: ofBatch,
      success: HttpApiSchema.NoContent,
      error: unknown
    }).annotate(OpenApi.Summary, "Resume the paused jobs of a batch")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "changes" })),
    HttpApiEndpoint.post("retryBatch", "/v1/jobs/:batch_id/retry", {
      params: ofBatch,
      query: filterParameters(batchRetry),
      success: BatchRetried,
      error: unknown
    }).annotate(OpenApi.Summary, "Retry the failed jobs of a batch, optionally only those with given error classes")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "changes" })),
    HttpApiEndpoint.get("getJob", "/v1/job/:job_id", { params: ofJob, success: Job, error: unknown })
      .annotate(OpenApi.Summary, "Read a job")
      .annotateMerge(reads({ rights: ["jobs:read"], enforcesScope: "rrsets" })),
    HttpApiEndpoint.delete("cancelJob", "/v1/job/:job_id", {
      params: ofJob,
      success: HttpApiSchema.NoContent,
      error: notNow
    }).annotate(OpenApi.Summary, "Cancel a job that has not started")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "destroys" })),
    HttpApiEndpoint.post("pauseJob", "/v1/job/:job_id/pause", {
      params: ofJob,
      success: HttpApiSchema.NoContent,
      error: notNow
    }).annotate(OpenApi.Summary, "Pause a job that has not started")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "none" })),
    HttpApiEndpoint.post("resumeJob", "/v1/job/:job_id/resume", { params: ofJob, success: Job, error: notNow })
      .annotate(OpenApi.Summary, "Resume a paused job")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "changes" })),
    HttpApiEndpoint.post("retryJob", "/v1/job/:job_id/retry", { params: ofJob, success: Job, error: notNow })
      .annotate(OpenApi.Summary, "Retry a failed job")
      .annotateMerge(writes({ rights: ["jobs:manage"], enforcesScope: "rrsets", risk: "changes" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Bulk work: batches of commands, and their jobs")
{}
