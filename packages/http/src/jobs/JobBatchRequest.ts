import { commandForms } from "@namewright/core/embed"
import { SubmitBatch } from "@namewright/core/jobs"
import { limits } from "@namewright/core/shared"
import { Schema } from "effect"

type Form = (typeof commandForms)[number]

/**
 * The body of a batch for documents and clients, with every registered command. The platform itself reads a body
 * command by command; see `batchSource`.
 */
export const JobBatchRequest = Schema.Struct({
  ...SubmitBatch.fields,
  commands: Schema.Array(Schema.Union(commandForms.map(({ sent }): Form["sent"] => sent)))
    .check(Schema.isMaxLength(limits.batchCommands))
}).annotate({ identifier: "JobBatchRequest" })
