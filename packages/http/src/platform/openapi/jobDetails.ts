import { batchCommands } from "@namewright/core/embed"
import type { DocumentedJobs } from "@namewright/core/jobs"
import { SchemaAST } from "effect"

type Json = Readonly<Record<string, unknown>>

const kinds = batchCommands.map(({ jobs }): DocumentedJobs => jobs)

const text = { type: "string" }
const typeOf = (kind: string) => ({ type: "string", enum: [kind, `${kind}_bulk`] })

const payloads = kinds.map(({ kind, member, request }) => ({
  type: "object",
  properties: {
    type: typeOf(kind),
    operation: text,
    [member]: { $ref: `#/components/schemas/${SchemaAST.resolveIdentifier(request.ast)}` }
  },
  required: ["type", "operation", member]
}))

const results = kinds.flatMap(({ kind, result }) =>
  result === undefined ? [] : [{
    type: "object",
    properties: { type: typeOf(kind), [result]: text },
    required: ["type", result]
  }]
)

/**
 * Schema of a job with the payloads and results of the platform's commands. The job engine knows no commands, and
 * declares any object.
 */
export const jobDetails = (job: Json): Json => ({
  ...job,
  properties: {
    ...job["properties"] as Json,
    payload: { anyOf: payloads },
    result: { anyOf: [...results, { type: "null" }] }
  }
})
