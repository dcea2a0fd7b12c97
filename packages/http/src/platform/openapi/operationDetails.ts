import { Context } from "effect"
import type { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { Authentication } from "../../shared/Authentication.ts"
import { Idempotent } from "../../shared/Idempotent.ts"
import { type OperationRules, rulesOf } from "../../shared/OperationRules.ts"
import { WrappedAs } from "../../shared/WrappedAs.ts"
import { parameterSchemas } from "./parameterSchemas.ts"

type Operation = OpenApi.OpenAPISpecOperation
type Parameter = OpenApi.OpenAPISpecParameter

/** Completes an operation of the document: id, rights, security, parameters, headers and shared responses. */
export const operationDetails = (operation: Operation, endpoint: HttpApiEndpoint.Top): Operation => {
  const behind = (middleware: unknown) => [...endpoint.middlewares].some((own) => (own as unknown) === middleware)
  const authenticated = behind(Authentication)
  return {
    ...operation,
    operationId: endpoint.identifier,
    ...descriptionOf(operation, endpoint),
    security: authenticated ? [{ apiKey: [] }, { bearer: [] }] : [],
    parameters: [
      ...typedParameters(operation.parameters, endpoint),
      ...(behind(Idempotent) ? [idempotencyKey] : []),
      ...(Context.get(endpoint.annotations, WrappedAs) === undefined ? [] : [wrap])
    ],
    responses: {
      ...described(operation.responses, authenticated),
      ...(endpoint.payload.size === 0 ? { 415: undefined } : { 413: reference("Problem413") }),
      500: reference("Problem500"),
      503: reference("Problem503")
    } as unknown as Operation["responses"]
  }
}

const descriptionOf = ({ description }: Operation, endpoint: HttpApiEndpoint.Top) => {
  const sentences = [description, rightsSentence(rulesOf(endpoint))].filter((text) => text !== undefined)
  return sentences.length === 0 ? {} : { description: sentences.join("\n\n") }
}

const typedParameters = (parameters: ReadonlyArray<Parameter>, endpoint: HttpApiEndpoint.Top): Array<Parameter> => {
  const { header, path, query } = parameterSchemas(endpoint)
  const schemas = { header, path, query, cookie: new Map<string, never>() }
  return parameters.map((parameter) => {
    const schema = schemas[parameter.in].get(parameter.name)
    // A string keeps its wire schema, which has the pattern and the format.
    return schema === undefined || schema.type === "string" ? parameter : { ...parameter, schema }
  })
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "The same request with the same key is carried out once; repeats get the same response for 24 hours. A repeat does not"
    + " change an object that was created after its first attempt. Operations without this parameter ignore the header.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

const wrap: Parameter = {
  name: "wrap",
  in: "query",
  required: false,
  description: "Returns the list within an object, as with `Accept: application/vnd.wrapped+json`.",
  schema: { type: "boolean", default: false }
}

const reference = (name: string) => ({ $ref: `#/components/responses/${name}` })

const rateHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]

/** Responses of an operation. Problems refer to the shared responses. */
const described = (responses: Operation["responses"], authenticated: boolean) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (Number(status) >= 400) return [status, reference(`Problem${status}`)]
      const names = ["X-Request-Id", ...(authenticated ? rateHeaders : [])]
      const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
      return [status, { ...response, headers: { ...response.headers, ...headers } }]
    })
  )

/** Sentence in the description of an operation about the rights that it needs; undefined for callers without credential. */
const rightsSentence = ({ caller, rights }: OperationRules): string | undefined => {
  if (caller === "anyone") return undefined
  const needed = rights.map((right) => `\`${right}\``).join(" and ")
  if (caller === "user" || caller === "person") {
    return `For people who have signed in${needed === "" ? "" : `; needs ${needed}`}.`
  }
  return needed === "" ? "Any valid credential may call this." : `Needs ${needed}.`
}
