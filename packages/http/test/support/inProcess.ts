import { Effect, type Layer, type Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest } from "effect/http"
import { routerConfig } from "../../src/platform/operations.ts"
import { requestContext } from "../../src/platform/requestContext.ts"

/** What was answered; `body` is parsed JSON, the text where it is none, undefined where it is empty. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
  readonly bytes: Uint8Array
}

export interface RequestOptions {
  /** Sent as `X-Api-Key`. */
  readonly key?: string | undefined
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined
  readonly headers?: Record<string, string> | undefined
  readonly signal?: AbortSignal | undefined
}

/** `path` with its query; `body` is sent as JSON unless it is text, bytes, a form or undefined. */
export type Fetch = (method: string, path: string, body?: unknown, options?: RequestOptions) => Effect.Effect<Answer>

/** Answers requests in the test's process, with the test's context, so that routes see the test's clock. */
export const inProcess = Effect.fnUntraced(function*<E, R>(routes: Layer.Layer<never, E, R>) {
  const app = yield* Effect.provideService(HttpRouter.toHttpEffect(routes), HttpRouter.RouterConfig, routerConfig)
  const context = requestContext(yield* Effect.context<never>())
  const handle = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(
    app as Effect.Effect<never, never, HttpServerRequest.HttpServerRequest | Scope.Scope>
  )
  const fetch: Fetch = (method, path, body, options = {}) =>
    Effect.promise(async () => {
      if (!(body instanceof FormData)) return answer(await handle(request(method, path, body, options)))
      const form = new Response(body)
      const headers = { "content-type": form.headers.get("content-type") ?? "", ...options.headers }
      return answer(await handle(request(method, path, await form.bytes(), { ...options, headers })))
    })
  return fetch
})

const request = (
  method: string,
  path: string,
  body: unknown,
  { headers, key, signal, token }: RequestOptions
): Request =>
  new Request(`http://platform.test${path}`, {
    method,
    signal: signal ?? null,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers
    },
    ...(body === undefined ? {} : { body: isSentAsIs(body) ? body : JSON.stringify(body) })
  })

const isSentAsIs = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === "string" || body instanceof Uint8Array

const answer = async (response: Response): Promise<Answer> => {
  const bytes = await response.bytes()
  return { status: response.status, headers: response.headers, body: parse(new TextDecoder().decode(bytes)), bytes }
}

const parse = (text: string): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
