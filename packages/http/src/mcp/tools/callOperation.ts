import { Effect, Schema } from "effect"
import { OperationCalls } from "../../platform/OperationCalls.ts"
import { findOperation } from "../../platform/OperationCatalog.ts"
import { approvalAnnotations, approvalInput, approvalOutput } from "../approvalFields.ts"
import { envelope } from "../Envelope.ts"
import { tool } from "../Tool.ts"
import { ToolApprovals } from "../ToolApprovals.ts"
import { unknownOperation } from "../unknownOperation.ts"

const { optionalKey } = Schema

/** `call_operation`: any operation of the REST interface. Source: MCP specification, "Tools". */
export const callOperation = Effect.gen(function*() {
  const operations = yield* OperationCalls
  const approvals = yield* ToolApprovals
  return tool({
    name: "call_operation",
    title: "Call operation",
    description:
      "Calls one operation of the REST API as the signed-in user. Everything except reads needs the user's approval. When `next` is there, call again with it for the rest.",
    input: Schema.Struct({
      operationId: Schema.String,
      pathParams: optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
      query: optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
      body: optionalKey(Schema.Unknown),
      organizationContext: optionalKey(Schema.String).annotate({
        description: "A suborganization to act for, if the operation supports it"
      }),
      from: optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
      ...approvalInput
    }),
    output: Schema.Struct(approvalOutput),
    annotations: { ...approvalAnnotations, grantsAccessHint: true },
    alsoReads: true,
    run: Effect.fnUntraced(function*(args) {
      const { confirmationToken, from, operationId, ...input } = args
      const operation = findOperation(operationId)
      if (operation === undefined) return yield* unknownOperation(operationId)
      if (!operation.safety.read) return yield* approvals.call({ operation, input, confirmationToken })
      const next = (rest: number) => ({ ...args, from: rest })
      return envelope(operation, yield* operations.call(operation, input), { from, next })
    })
  })
})
