import { covers, CurrentActor } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { findOperation } from "../OperationCatalog.ts"
import { operationSchemas, usedDefinitions } from "../operationSchemas.ts"
import { resultBudget } from "../resultBudget.ts"
import { riskWords } from "../Safety.ts"
import { answer, tool } from "../Tool.ts"
import { unknownOperation } from "../unknownOperation.ts"

/** `describe_operation`: everything that an operation takes. */
export const describeOperation = tool({
  name: "describe_operation",
  title: "Describe operation",
  description: "The full parameter and body schemas of one operation, its safety and the rights it needs.",
  input: Schema.Struct({ operationId: Schema.String }),
  output: Schema.Struct({ operationId: Schema.String }),
  run: Effect.fnUntraced(function*({ operationId: id }) {
    const operation = findOperation(id)
    if (operation === undefined) return yield* unknownOperation(id)
    const { permissions } = yield* CurrentActor
    const { $defs: all, body, pathParams, query } = operationSchemas(operation)
    const { description, generatedId, method, operationId, path, rights, safety, summary, tag } = operation
    const schemas = { pathParams, query, ...(body === undefined ? {} : { body }) }
    const $defs = usedDefinitions(schemas, all)
    const fits = JSON.stringify({ schemas, $defs }).length <= resultBudget
    return answer({
      operationId,
      generatedId,
      method,
      path,
      summary,
      ...(description === "" ? {} : { description }),
      tag,
      rights,
      allowed: rights.every((right) => covers(permissions, right)),
      safety,
      risk: riskWords(safety),
      ...schemas,
      ...(fits ? { $defs } : { truncated: true })
    })
  })
})
