import { type InputIssue, inputIssues, type Place } from "@namewright/core/shared"
import { Effect, Result, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { parseOptions } from "../shared/RequestValidation.ts"
import { type OperationInput, pathIssues, queryValues } from "./OperationCalls.ts"
import type { Operation } from "./OperationCatalog.ts"

type Decode = (input: OperationInput) => Effect.Effect<unknown, Schema.SchemaError>

const decoders = new WeakMap<HttpApiEndpoint.Top, ReadonlyArray<readonly [Place, Decode]>>()

/**
 * Everything in a call that the operation's schemas refuse, found without calling it: so that nobody is asked to approve
 * what cannot be carried out anyway. The schemas are those that the request itself is decoded with.
 */
export const callIssues = Effect.fnUntraced(function*(operation: Operation, input: OperationInput) {
  const issues: Array<InputIssue> = pathIssues(operation, input)
  if (issues.length > 0) return issues
  const { endpoint } = operation
  const parts = decoders.get(endpoint) ?? decodersOf(endpoint)
  decoders.set(endpoint, parts)
  for (const [place, decode] of parts) {
    const decoded = yield* Effect.result(decode(input))
    if (Result.isFailure(decoded)) issues.push(...inputIssues(decoded.failure.issue, place))
  }
  return issues
})

const decodersOf = ({ params, payload, query }: HttpApiEndpoint.Top): ReadonlyArray<readonly [Place, Decode]> => {
  const body = payload.get("application/json")?.schemas
  return [
    ...(params === undefined ? [] : [part("path", params, (input) => textsOf(input.pathParams ?? {}))]),
    ...(query === undefined
      ? []
      : [part("query", Schema.toCodecArrayFromSingle(query), (input) => queryValues(input.query ?? {}))]),
    ...(body === undefined
      ? []
      : [part("body", Schema.Union(body as ReadonlyArray<Schema.Top>), (input) => input.body)])
  ]
}

const part = (place: Place, schema: Schema.Top, of: (input: OperationInput) => unknown): readonly [Place, Decode] => {
  const decode = Schema.decodeUnknownEffect(schema as Schema.Codec<unknown, unknown>, parseOptions)
  return [place, (input) => decode(of(input))]
}

const textsOf = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
