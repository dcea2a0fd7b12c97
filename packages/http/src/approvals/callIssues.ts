import { type InputIssue, inputIssue, inputIssues, type InputPart, longListFinder } from "@namewright/core/shared"
import { Effect, Predicate, Result, Schema, type SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { contextHeader } from "../billing/BillingApi.ts"
import { type OperationInput, pathIssues, queryValues } from "../platform/OperationCalls.ts"
import type { Operation } from "../platform/OperationCatalog.ts"
import { isIdempotent, keyIssues } from "../shared/Idempotent.ts"
import { parseOptions } from "../shared/RequestValidation.ts"

type Decode = (input: OperationInput) => Effect.Effect<unknown, Schema.SchemaError>

const decoders = new WeakMap<HttpApiEndpoint.Top, ReadonlyArray<readonly [InputPart, Decode]>>()

/**
 * Issues of a call, found with the schemas of the operation before a person is asked to approve it. Unknown members,
 * which the interface ignores, are refused too: they would only distract from the others.
 */
export const callIssues = Effect.fnUntraced(function*(operation: Operation, input: OperationInput) {
  const issues: Array<InputIssue> = pathIssues(operation, input)
  if (issues.length > 0) return issues
  const { endpoint } = operation
  const parts = decoders.get(endpoint) ?? decodersOf(endpoint)
  decoders.set(endpoint, parts)
  if (input.organizationContext !== undefined && !readsContext(operation)) {
    issues.push(extraMember(["header", contextHeader], input.organizationContext))
  }
  if (endpoint.query === undefined) issues.push(...unknownMembers("query", input.query))
  if (!endpoint.payload.has(json)) issues.push(...unknownMembers("body", input.body))
  if (input.idempotencyKey !== undefined && isIdempotent(endpoint)) issues.push(...keyIssues(input.idempotencyKey))
  for (const [inputPart, decode] of parts) {
    const decoded = yield* Effect.result(decode(input))
    if (Result.isFailure(decoded)) issues.push(...inputIssues(decoded.failure.issue, inputPart))
  }
  return issues
})

/** True if an operation can act for a suborganization. */
export const readsContext = ({ endpoint: { headers } }: Operation): boolean =>
  headers !== undefined && "fields" in headers && Predicate.hasProperty(headers.fields, contextHeader)

const json = "application/json"

/** Issues of the members in a part of a request that the operation does not read. */
const unknownMembers = (inputPart: InputPart, value: unknown): ReadonlyArray<InputIssue> => {
  if (value === undefined || value === null) return []
  return Predicate.isObject(value)
    ? Object.entries(value).map(([name, member]) => extraMember([inputPart, name], member))
    : [extraMember([inputPart], value)]
}

const extraMember = (loc: InputIssue["loc"], value: unknown): InputIssue =>
  inputIssue(loc, "extra_forbidden", "The operation has no such member", value)

const decodersOf = (
  { headers, params, payload, query }: HttpApiEndpoint.Top
): ReadonlyArray<readonly [InputPart, Decode]> => {
  const body = payload.get(json)?.schemas
  return [
    ...(params === undefined ? [] : [part("path", params, (input) => pathParamTexts(input.pathParams ?? {}))]),
    ...(query === undefined
      ? []
      : [part("query", Schema.toCodecArrayFromSingle(query), (input) => queryValues(input.query ?? {}))]),
    // Headers of all operations, such as `accept`, are in no schema.
    ...(headers === undefined ? [] : [part("header", headers, headersOf, parseOptions)]),
    ...(body === undefined
      ? []
      : [part("body", Schema.Union(body as ReadonlyArray<Schema.Top>), (input) => input.body)])
  ]
}

const headersOf = ({ headers, organizationContext }: OperationInput) =>
  organizationContext === undefined ? headers ?? {} : { ...headers, [contextHeader]: organizationContext }

const strictly = { ...parseOptions, onExcessProperty: "error" } as const

const part = (
  inputPart: InputPart,
  schema: Schema.Top,
  of: (input: OperationInput) => unknown,
  options: SchemaAST.ParseOptions = strictly
): readonly [InputPart, Decode] => {
  const decode = Schema.decodeUnknownEffect(schema as Schema.Codec<unknown, unknown>, options)
  const findLong = longListFinder(schema)
  return [inputPart, (input) => {
    const value = of(input)
    const long = findLong?.(value)
    return long === undefined ? decode(value) : Effect.fail(new Schema.SchemaError(long))
  }]
}

/** Path parameters as the texts of a URL. */
export const pathParamTexts = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
