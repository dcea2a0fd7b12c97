import { Batch } from "@namewright/core/jobs"
import { Effect, Schema, Struct } from "effect"
import { OperationCalls } from "../../platform/OperationCalls.ts"
import { operationNamed } from "../../platform/OperationCatalog.ts"
import { envelope, envelopeFields } from "../Envelope.ts"
import { answer, tool } from "../Tool.ts"

const operation = operationNamed("getBatch")

/** Members of a batch that the result contains. */
const shown = Schema.toEncoded(
  Schema.Struct(
    Struct.pick(Batch.fields, [
      "batch_id",
      "label",
      "status",
      "progress_percentage",
      "total_jobs",
      "job_counts",
      "created_on",
      "started_at",
      "finished_at"
    ])
  )
)

const read = Schema.decodeUnknownSync(shown)

/** `job_batch_status`: progress of a batch. Source: MCP specification, "Tools". */
export const jobBatchStatus = Effect.gen(function*() {
  const operations = yield* OperationCalls
  return tool({
    name: "job_batch_status",
    title: "Batch status",
    description: "Progress of a batch in percent, and the number of jobs in each state. listBatchJobs has the jobs.",
    input: Schema.Struct({ batchId: Schema.String }),
    output: Schema.Struct({ ...envelopeFields, batch_id: Schema.optionalKey(Schema.String) }),
    run: Effect.fnUntraced(function*({ batchId }) {
      const answered = yield* operations.call(operation, { pathParams: { batch_id: batchId } })
      return answered.httpStatus === 200
        ? answer({ ...read(answered.data) })
        : envelope(operation, answered)
    })
  })
})
