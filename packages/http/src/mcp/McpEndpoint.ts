import { CurrentActor, PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Option } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { isTooComplex } from "../shared/isTooComplex.ts"
import { problemResponse, toProblem } from "../shared/Problem.ts"
import { RateLimiter } from "../shared/RateLimiter.ts"
import { admissions, bucketOf } from "./admission.ts"
import { crossOriginHeaders } from "./crossOrigin.ts"
import { jsonRpcError, rpcCodes } from "./jsonRpcError.ts"
import { endpointPaths } from "./ProtectedResource.ts"
import type { Exchange, Extension, Protocol } from "./protocol.ts"
import { ToolCall } from "./ToolCall.ts"
import { Tools } from "./Tools.ts"

/** Tools and resources that a host adds to the endpoint. Default: none. */
export const McpExtension = Context.Reference<Extension | undefined>("@namewright/http/mcp/McpExtension", {
  defaultValue: () => undefined
})

/**
 * `POST /mcp`: the tool endpoint in every revision of the protocol from 2025-03-26 on, and `/mcp/readonly`, which lists
 * and calls reads only. Source: MCP specification, "Endpoints".
 */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const admission = yield* admissions
  const limiter = yield* RateLimiter
  const { all, reading } = yield* Tools
  const { base_url } = yield* PlatformSettings
  const protocol = yield* loadedOnce
  const endpoints = [
    { path: endpointPaths.all, tools: all, readOnly: false },
    { path: endpointPaths.readOnly, tools: reading, readOnly: true }
  ]
  for (const { path, ...served } of endpoints) {
    const answered = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
      const actor = yield* admission(request, path)
      const text = yield* Effect.orDie(request.text)
      const body = isTooComplex(text) ? Option.none() : parseJson(text)
      // Forwarded calls take tokens from the caller's own buckets; this bucket bounds all messages.
      yield* Effect.mapError(
        limiter.take("read", bucketOf(actor), messagesOf(Option.getOrUndefined(body))),
        (error) => problemResponse(toProblem(error))
      )
      if (Option.isNone(body)) return jsonRpcError(400, rpcCodes.parseError, "The body is not valid JSON")
      const context = Context.add(yield* Effect.context<never>(), CurrentActor, actor)
      const exchange: Exchange = {
        ...served,
        run: (tool, input, call, signal) =>
          Effect.runPromiseWith(Context.add(context, ToolCall, call))(tool.call(input), { signal })
      }
      const { headers } = request
      const loaded = yield* protocol
      return yield* Effect.promise((signal) =>
        exchanged(loaded, new Request(`${base_url}${path}`, { method: "POST", headers, signal }), body.value, exchange)
      )
    })
    yield* router.add("*", path, (request) =>
      answered(request).pipe(
        Effect.catch(Effect.succeed),
        Effect.map(HttpServerResponse.setHeaders(crossOriginHeaders(request.headers["origin"])))
      ))
  }
}))

/**
 * Number of messages in a body. Revision 2025-03-26 has batches. A batch that is too long to be answered is counted as
 * one message.
 */
const messagesOf = (body: unknown): number =>
  Array.isArray(body) && body.length <= maximumBatch ? Math.max(1, body.length) : 1

/** Maximum messages that the protocol's library answers in one batch. */
const maximumBatch = 100

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Loads the protocol's library with the first admitted request: it is large, and many installations do not use it. */
const loadedOnce = Effect.gen(function*() {
  const extension = yield* McpExtension
  let made: Protocol | undefined
  yield* Effect.addFinalizer(() => Effect.promise(async () => made?.close()))
  return Effect.promise(async () => {
    const { makeProtocol } = await import("./protocol.ts")
    return made ??= makeProtocol(extension)
  })
})

/** Response of the protocol. Only event streams are passed on as streams. */
const exchanged = async (protocol: Protocol, request: Request, body: unknown, exchange: Exchange) => {
  const answer = await protocol.answer(request, body, exchange)
  const contentType = answer.headers.get("content-type")
  if (contentType?.startsWith("text/event-stream") === true) return HttpServerResponse.fromWeb(answer)
  const { status } = answer
  const text = await answer.text()
  return contentType === null || text === ""
    ? HttpServerResponse.empty({ status })
    : HttpServerResponse.text(text, { status, contentType })
}
