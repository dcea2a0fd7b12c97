import { Jobs } from "@namewright/core/jobs"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { sentText } from "../shared/sentText.ts"
import { batchSource } from "./batchSource.ts"
import { JobsApi } from "./JobsApi.ts"

export const layer = group(
  JobsApi,
  Effect.fnUntraced(function*(handlers) {
    const jobs = yield* Jobs
    return handlers
      .handleRaw("submitBatch", ({ request }) =>
        sentText(request).pipe(
          Effect.flatMap((text) => jobs.submitFrom(batchSource(text))),
          Effect.mapError(toProblem)
        ))
      .handleAll({
        listBatches: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
          Effect.mapError(jobs.listBatches(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem),
        getBatch: ({ params }) => Effect.mapError(jobs.getBatch(params.batch_id), toProblem),
        cancelBatch: ({ params }) => Effect.mapError(jobs.cancelBatch(params.batch_id), toProblem),
        listBatchJobs: ({ params, query: { page, page_size, sort_by, sort_order, ...filter } }) =>
          Effect.mapError(
            jobs.listJobs(params.batch_id, filter, { by: sort_by, order: sort_order }, { page, page_size }),
            toProblem
          ),
        pauseBatch: ({ params }) => Effect.mapError(jobs.pauseBatch(params.batch_id), toProblem),
        resumeBatch: ({ params }) => Effect.mapError(jobs.resumeBatch(params.batch_id), toProblem),
        retryBatch: ({ params, query }) =>
          Effect.mapError(jobs.retryBatch(params.batch_id, query.error_class), toProblem),
        getJob: ({ params }) => Effect.mapError(jobs.getJob(params.job_id), toProblem),
        cancelJob: ({ params }) => Effect.mapError(jobs.cancelJob(params.job_id), toProblem),
        pauseJob: ({ params }) => Effect.mapError(jobs.pauseJob(params.job_id), toProblem),
        resumeJob: ({ params }) => Effect.mapError(jobs.resumeJob(params.job_id), toProblem),
        retryJob: ({ params }) => Effect.mapError(jobs.retryJob(params.job_id), toProblem)
      })
  })
)
