import { Context } from "effect"
import type { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { Authentication } from "../../shared/Authentication.ts"
import { Idempotent } from "../../shared/Idempotent.ts"
import { rulesOf } from "../../shared/OperationRules.ts"
import { WrappedAs } from "../../shared/WrappedAs.ts"
import { parameterSchemas } from "./parameterSchemas.ts"
import { rightsSentence } from "./rightsSentence.ts"

type Operation = OpenApi.OpenAPISpecOperation
type Parameter = OpenApi.OpenAPISpecParameter

/** An operation of the document with everything that its endpoint's declaration leaves to the platform. */
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
    const meant = schemas[parameter.in].get(parameter.name)
    // Text is best described by its wire form, which has the pattern and the format.
    return meant === undefined || meant.type === "string" ? parameter : { ...parameter, schema: meant }
  })
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "The same request with the same key is carried out once, and answered alike for 24 hours. A repeat does not"
    + " change an object that was created after its first attempt. Operations without this parameter ignore the header.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

const wrap: Parameter = {
  name: "wrap",
  in: "query",
  required: false,
  description: "Answers an object that holds the list, as `Accept: application/vnd.wrapped+json` does.",
  schema: { type: "boolean", default: false }
}

const reference = (name: string) => ({ $ref: `#/components/responses/${name}` })

const rateHeaders = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]

/** The answers of an operation; those that are problems are the shared ones. */
const described = (responses: Operation["responses"], authenticated: boolean) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if (Number(status) >= 400) return [status, reference(`Problem${status}`)]
      const names = ["X-Request-Id", ...(authenticated ? rateHeaders : [])]
      const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
      return [status, { ...response, headers: { ...response.headers, ...headers } }]
    })
  )
