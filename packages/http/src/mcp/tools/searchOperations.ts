import { covers, CurrentActor, Permission } from "@namewright/core/shared"
import { Effect, Predicate, Schema } from "effect"
import { type Operation, operationCatalog } from "../../platform/OperationCatalog.ts"
import { conciseSchema } from "../conciseSchema.ts"
import { operationSchemas } from "../operationSchemas.ts"
import { searchOperations } from "../searchOperations.ts"
import { answer, type Json, tool } from "../Tool.ts"
import { ToolCall } from "../ToolCall.ts"

const { optionalKey } = Schema

const standardHits = 10
const maximumHits = 50

/** Limits of body schemas: the first `hits` have a `maximum` of characters, other results the maximum `others`. */
const wholeBodies = { hits: 3, maximum: 4000, others: 500 } as const

/** `search_operations`: finds operations and their input. */
export const searchOperationsTool = tool({
  name: "search_operations",
  title: "Search operations",
  description:
    "Finds operations for call_operation by words. Hits have the operation's input, its safety, the rights it needs and whether you have them.",
  input: Schema.Struct({
    query: Schema.String.check(Schema.isMaxLength(500)).annotate({ description: "Words, such as: renew domain" }),
    permission: optionalKey(Permission.annotate({ identifier: undefined })),
    allowed: optionalKey(Schema.Boolean).annotate({ description: "Only those that you may call" }),
    limit: optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maximumHits })))
  }),
  properties: () => ({
    permission: { type: "string", description: "Only those that need this right: domains:manage" }
  }),
  output: Schema.Struct({
    total: Schema.Int,
    operations: Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
  }),
  run: Effect.fnUntraced(function*({ allowed = false, limit = standardHits, permission, query }) {
    const { permissions } = yield* CurrentActor
    const { readOnly } = yield* ToolCall
    const may = ({ rights }: Operation) => rights.every((right) => covers(permissions, right))
    const fitting = operationCatalog.filter((operation) =>
      (!readOnly || operation.safety.read)
      && (!allowed || may(operation))
      && (permission === undefined || operation.rights.includes(permission))
    )
    const found = searchOperations(fitting, query)
    return answer({
      total: found.length,
      operations: found.slice(0, limit).map((operation, rank) => ({
        ...hitOf(operation, rank < wholeBodies.hits ? wholeBodies.maximum : wholeBodies.others),
        allowed: may(operation)
      }))
    })
  })
})

const hitOf = (operation: Operation, maximumBody: number): Json => {
  const { method, operationId, path, rights, safety, summary } = operation
  const { $defs, body, pathParams, query } = operationSchemas(operation)
  return {
    operationId,
    method,
    path,
    summary,
    safety,
    rights,
    ...parametersOf("pathParams", pathParams, $defs),
    ...parametersOf("query", query, $defs),
    ...(body === undefined ? {} : { body: briefly(conciseSchema(body, $defs), maximumBody) })
  }
}

const parametersOf = (location: string, parameters: Json, $defs: Json): Json =>
  Object.keys(parameters).length === 0 ? {} : {
    [location]: Object.fromEntries(
      Object.entries(parameters).map(([name, schema]) => [name, conciseSchema(schema, $defs)])
    )
  }

/** Reduces a long schema to the names of its members; `describe_operation` returns the rest. */
const briefly = (schema: unknown, maximum: number): unknown => {
  if (JSON.stringify(schema).length <= maximum || !Predicate.isObject(schema)) return schema
  const { properties, required = [], type } = schema
  return {
    type,
    required,
    members: Predicate.isObject(properties) ? Object.keys(properties) : [],
    note: "describe_operation has the whole schema"
  }
}
