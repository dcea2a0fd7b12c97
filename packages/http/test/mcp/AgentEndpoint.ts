import type { PlatformOptions } from "@namewright/core/embed"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { serve } from "../../src/serve.ts"
import type { HttpSettings } from "../../src/shared/HttpSettings.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

/** What a server answered to one message. */
export interface McpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

/** How a message is sent, where it is not as a client of 2026-07-28 that asks by forms. */
export interface Sending {
  readonly token?: string | undefined
  readonly path?: "/mcp" | "/mcp/readonly"
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** What the client can do. */
  readonly capabilities?: Readonly<Record<string, unknown>>
  /** False sends the message bare, as older clients do. */
  readonly envelope?: boolean
  readonly signal?: AbortSignal
}

/** The tool endpoint of a platform that listens on this machine. */
export class AgentEndpoint extends Context.Service<AgentEndpoint, {
  readonly url: string
  /** Sends one JSON-RPC message, or a text as it is. */
  readonly send: (message: unknown, sending?: Sending) => Effect.Effect<McpAnswer>
  /** Calls a method with an id. */
  readonly rpc: (method: string, params?: object, sending?: Sending) => Effect.Effect<McpAnswer>
  /** Calls a tool, and gives its result. */
  readonly call: (
    token: string,
    name: string,
    input?: object,
    more?: Sending & { readonly params?: object }
  ) => Effect.Effect<any>
}>()("@namewright/http/test/AgentEndpoint") {
  static readonly layer = Layer.suspend(() => layer({}))
  static readonly layerWith = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) =>
    layer(settings, options)
}

export const revision = "2026-07-28"
const meta = "io.modelcontextprotocol/"

const layer = (settings: Partial<HttpSettings>, options: Partial<PlatformOptions> = {}) =>
  Layer.effect(
    AgentEndpoint,
    Effect.gen(function*() {
      const { address } = yield* HttpServer.HttpServer
      const url = HttpServer.formatAddress(address)
      const send = (message: unknown, sending: Sending = {}) => Effect.promise(() => sent(url, message, sending))
      const rpc = (method: string, params: object = {}, sending: Sending = {}) =>
        send(messageOf(method, params, sending), {
          ...sending,
          headers: { ...headersOf(method, params, sending), ...sending.headers }
        })
      return AgentEndpoint.of({
        url,
        send,
        rpc,
        call: (token, name, input = {}, { params = {}, ...sending } = {}) =>
          Effect.map(
            rpc("tools/call", { name, arguments: input, ...params }, { token, ...sending }),
            ({ body }) => body.result ?? body
          )
      })
    })
  ).pipe(
    Layer.provide(serve({
      host: "127.0.0.1",
      port: 0,
      drain: "1 second",
      http: { rateLimits: false, requestLog: false, ...settings }
    })),
    Layer.provideMerge(TestPlatform.layerWith(settings, options))
  )

const messageOf = (
  method: string,
  params: object,
  { capabilities = { elicitation: {} }, envelope = true }: Sending
) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: envelope
    ? { ...params, _meta: { [`${meta}protocolVersion`]: revision, [`${meta}clientCapabilities`]: capabilities } }
    : params
})

const headersOf = (method: string, params: object, { envelope = true }: Sending): Record<string, string> =>
  envelope
    ? {
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...("name" in params ? { "mcp-name": String(params.name) } : {})
    }
    : {}

const sent = async (url: string, message: unknown, sending: Sending): Promise<McpAnswer> => {
  const { headers = {}, method = "POST", path = "/mcp", signal, token } = sending
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...headers
  }
  const response = await fetch(`${url}${path}`, {
    method,
    headers: Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    ),
    ...(method === "GET" || method === "OPTIONS" || method === "DELETE"
      ? {}
      : { body: typeof message === "string" ? message : JSON.stringify(message) }),
    ...(signal === undefined ? {} : { signal })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parse(text) }
}

const parse = (text: string): unknown => {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
