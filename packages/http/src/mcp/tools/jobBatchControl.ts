import { Batch, JobErrorClass } from "@namewright/core/jobs"
import { Effect, Schema, Struct } from "effect"
import { OperationCalls } from "../../platform/OperationCalls.ts"
import { operationNamed } from "../../platform/OperationCatalog.ts"
import { plainText } from "../../shared/plainText.ts"
import { approvalAnnotations, approvalInput, approvalOutput } from "../approvalFields.ts"
import { envelope } from "../Envelope.ts"
import { tool, ToolRefusal } from "../Tool.ts"
import { ToolApprovals } from "../ToolApprovals.ts"

const { optionalKey } = Schema

const operationOf = {
  pause: operationNamed("pauseBatch"),
  resume: operationNamed("resumeBatch"),
  retry: operationNamed("retryBatch"),
  cancel: operationNamed("cancelBatch")
} as const

const reading = operationNamed("getBatch")

const Progress = Schema.Struct(Struct.pick(Batch.fields, ["label", "progress_percentage", "total_jobs"]))

const readProgress = Schema.decodeUnknownSync(Progress)

/** `job_batch_control`: stops, continues, repeats or ends a batch. Source: MCP specification, "Tools". */
export const jobBatchControl = Effect.gen(function*() {
  const operations = yield* OperationCalls
  const approvals = yield* ToolApprovals
  return tool({
    name: "job_batch_control",
    title: "Control a batch",
    description:
      "Pauses, resumes, retries or cancels the jobs of a batch that have not begun or have failed. The user must approve.",
    input: Schema.Struct({
      batchId: Schema.String,
      action: Schema.Literals(["pause", "resume", "retry", "cancel"]),
      errorClass: optionalKey(Schema.Array(JobErrorClass.annotate({ identifier: undefined }))),
      ...approvalInput
    }),
    properties: () => ({
      errorClass: {
        type: "array",
        items: { type: "string" },
        description: "With retry: only jobs with this error, such as TimeoutError"
      }
    }),
    output: Schema.Struct(approvalOutput),
    annotations: approvalAnnotations,
    run: Effect.fnUntraced(function*({ action, batchId, confirmationToken, errorClass }) {
      if (errorClass !== undefined && action !== "retry") {
        return yield* new ToolRefusal({ message: `errorClass is for the action retry, not for ${action}` })
      }
      const operation = operationOf[action]
      const pathParams = { batch_id: batchId }
      const current = yield* operations.call(reading, { pathParams })
      if (current.httpStatus !== 200) return envelope(operation, current)
      const { label, progress_percentage, total_jobs } = readProgress(current.data)
      return yield* approvals.call({
        operation,
        input: { pathParams, ...(errorClass === undefined ? {} : { query: { error_class: errorClass } }) },
        confirmationToken,
        text: {
          lines: [
            `Batch ${
              label === null ? "without a label" : plainText(label)
            }: ${total_jobs} jobs, ${progress_percentage} % ended`,
            ...(errorClass === undefined ? [] : [`Only jobs that failed with ${errorClass.join(", ")}`])
          ],
          contents: [],
          needsPage: false
        }
      })
    })
  })
})
