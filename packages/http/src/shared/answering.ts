import { answerEncoder } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { sendRetryAfter } from "./sendRetryAfter.ts"

type Handler = (request: unknown) => Effect.Effect<unknown, unknown, unknown>
type Handlers = Readonly<Record<string, Handler>>

interface Collecting {
  readonly handleAll: (handlers: never) => unknown
}

type Write = (answer: unknown) => HttpServerResponse.HttpServerResponse

/**
 * Handlers of a group whose responses are encoded by `answerEncoder` instead of Effect. Responses to transient errors
 * contain `Retry-After`.
 */
export const answering = <H extends Collecting, Id extends string, Groups extends HttpApiGroup.Constraint>(
  handlers: H,
  api: HttpApi.HttpApi<Id, Groups>,
  group: string
): H => {
  const writers = answerWriters(api, group)
  const collect = handlers.handleAll.bind(handlers) as (handlers: Handlers) => unknown
  const written = ([name, handler]: readonly [string, Handler]): readonly [string, Handler] => {
    const write = writers.get(name)
    const handled: Handler = (request) => Effect.tapError(handler(request), sendRetryAfter)
    return [name, write === undefined ? handled : (request) => Effect.map(handled(request), write)]
  }
  const handleAll = (implementations: Handlers) =>
    collect(Object.fromEntries(Object.entries(implementations).map(written)))
  return Object.create(handlers, { handleAll: { value: handleAll } }) as H
}

/** Encoders of the operations of a group that have one success response with a JSON body. */
export const answerWriters = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  group: string
): ReadonlyMap<string, Write> => {
  const writers = new Map<string, Write>()
  HttpApi.reflect(api, {
    predicate: (each) => each.group.identifier === group,
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      const [only, ...others] = successes
      if (only === undefined || others.length > 0 || endpoint.success.size !== 1) return
      const [status, [schema]] = only
      if (isJson(schema)) writers.set(endpoint.identifier, answerWriter(schema, status))
    }
  })
  return writers
}

const isJson = (schema: Schema.Top): boolean =>
  !HttpApiSchema.isWithHeaders(schema) && !HttpApiSchema.isNoContent(schema.ast)
  && Schema.resolveAnnotations(schema)?.["~httpApiEncoding"] === undefined

const answerWriter = (schema: Schema.Top, status: number): Write => {
  const encode = answerEncoder(schema)
  const options = { status, contentType: "application/json" }
  return (answer) =>
    HttpServerResponse.isHttpServerResponse(answer)
      ? answer
      : HttpServerResponse.text(JSON.stringify(encode(answer)), options)
}
