import { covers, CurrentActor } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { riskWords } from "../../approvals/Safety.ts"
import { findOperation, type Operation } from "../../platform/OperationCatalog.ts"
import { operationSchemas, usedDefinitions } from "../operationSchemas.ts"
import { answer, type Json, tool, ToolRefusal } from "../Tool.ts"
import { unknownOperation } from "../unknownOperation.ts"

const { optionalKey } = Schema

/** Maximum characters of the schemas in one result; only `submitBatch` has more, about nine times as many. */
const longestSchemas = 6000

/** `describe_operation`: the complete input of an operation. */
export const describeOperation = tool({
  name: "describe_operation",
  title: "Describe operation",
  description:
    "The full schemas of one operation, its safety and the rights it needs. A long one names more `definitions`.",
  input: Schema.Struct({
    operationId: Schema.String,
    definition: optionalKey(Schema.String).annotate({ description: "Shows one of these instead" })
  }),
  output: Schema.Struct({ operationId: Schema.String }),
  run: Effect.fnUntraced(function*({ definition, operationId: id }) {
    const operation = findOperation(id)
    if (operation === undefined) return yield* unknownOperation(id)
    const { operationId } = operation
    return definition === undefined
      ? answer(yield* describedOperation(operation))
      : answer({ operationId, definition, ...yield* describedDefinition(operation, definition) })
  })
})

const describedOperation = Effect.fnUntraced(function*(operation: Operation) {
  const { permissions } = yield* CurrentActor
  const { $defs, body, pathParams, query } = operationSchemas(operation)
  const { description, generatedId, method, operationId, path, rights, safety, summary, tag } = operation
  const schemas = { pathParams, query, ...(body === undefined ? {} : { body }) }
  return {
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
    ...definitionsOf(schemas, $defs)
  }
})

const describedDefinition = Effect.fnUntraced(function*(operation: Operation, name: string) {
  const { $defs } = operationSchemas(operation)
  if (!Object.hasOwn($defs, name)) {
    const message = `${operation.operationId} has no definition ${JSON.stringify(name.slice(0, 200))}; ` +
      "describe_operation without `definition` lists them"
    return yield* new ToolRefusal({ message })
  }
  const schema = $defs[name]
  return { schema, ...definitionsOf(schema, $defs) }
})

const definitionsOf = (schemas: unknown, all: Json): Json => {
  const { $defs, left } = usedDefinitions(schemas, all, longestSchemas)
  return { $defs, ...(left.length === 0 ? {} : { truncated: true, definitions: left }) }
}
