import { assert, describe, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { request } from "node:http"
import { McpExtension } from "../../src/mcp/McpEndpoint.ts"
import { AccessPlatform } from "../access/AccessPlatform.ts"
import { issuer } from "../support/TestPlatform.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint, type Sending } from "./AgentEndpoint.ts"

const base = "http://127.0.0.1:8080"

/** Reads a document, without following where it leads. */
const read = Effect.fnUntraced(function*(path: string) {
  const { url } = yield* AgentEndpoint
  const response = yield* Effect.promise(() => fetch(`${url}${path}`, { redirect: "manual" }))
  return { response, text: yield* Effect.promise(() => response.text()) }
})

layer(AgentEndpoint.layer)("discovery of the authorization server", (it) => {
  it.effect.each(
    [
      ["/.well-known/oauth-protected-resource", "/mcp"],
      ["/.well-known/oauth-protected-resource/mcp", "/mcp"],
      ["/.well-known/oauth-protected-resource/mcp/readonly", "/mcp/readonly"]
    ] as const
  )("%s describes %s", ([path, resource]) =>
    Effect.gen(function*() {
      const { response, text } = yield* read(path)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
      assert.deepStrictEqual(JSON.parse(text), {
        resource: `${base}${resource}`,
        authorization_servers: [issuer],
        bearer_methods_supported: ["header"],
        scopes_supported: ["profile", "email", "service:mcp", "offline_access"],
        resource_documentation: `${base}/docs`
      })
    }))

  it.effect.each([
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration/mcp",
    "/.well-known/oauth-authorization-server/mcp",
    "/.well-known/openid-configuration?issuer=https://evil.example",
    "/.well-known/oauth-authorization-server?redirect=//evil.example",
    "/.well-known/openid-configuration#@evil.example"
  ])("%s leads to the realm, whatever else it says", (path) =>
    Effect.gen(function*() {
      const { response } = yield* read(path)
      assert.strictEqual(response.status, 302)
      assert.strictEqual(response.headers.get("location"), `${issuer}/.well-known/openid-configuration`)
    }))

  it.effect.each([
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource/mcp/readonly",
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server/mcp"
  ])("%s lets pages of every origin ask, with the header of the protocol", (path) =>
    Effect.gen(function*() {
      const { url } = yield* AgentEndpoint
      const { headers, status } = yield* Effect.promise(() =>
        fetch(`${url}${path}`, {
          method: "OPTIONS",
          headers: {
            origin: "https://client.example",
            "access-control-request-method": "GET",
            "access-control-request-headers": "mcp-protocol-version"
          }
        })
      )
      assert.strictEqual(status, 204)
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.include(headers.get("access-control-allow-headers") ?? "", "mcp-protocol-version")
    }))

  it.effect.each([
    "/.well-known/openid-configuration/https://evil.example",
    "//evil.example/.well-known/openid-configuration",
    "/.well-known/oauth-protected-resource/other"
  ])("%s is nothing", (path) =>
    Effect.gen(function*() {
      const { response } = yield* read(path)
      assert.strictEqual(response.status, 404)
    }))

  it.effect("the read-only endpoint refers to its own metadata", () =>
    Effect.gen(function*() {
      const { rpc } = yield* AgentEndpoint
      const { headers, status } = yield* rpc("tools/list", {}, { path: "/mcp/readonly" })
      assert.strictEqual(status, 401)
      assert.strictEqual(
        headers.get("www-authenticate"),
        `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp/readonly"`
      )
    }))
})

/** Sends a message with a `Host` of its own, as a page does that has made a name lead here. */
const sentTo = (host: string, token: string) =>
  Effect.flatMap(AgentEndpoint, ({ url }) =>
    Effect.promise(() =>
      new Promise<number>((resolve, reject) => {
        const outgoing = request(`${url}/mcp`, {
          method: "POST",
          headers: { host, authorization: `Bearer ${token}`, "content-type": "application/json", accept: "*/*" }
        }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        outgoing.on("error", reject)
        outgoing.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }))
      })
    ))

layer(AgentEndpoint.layer)("a request for another host", (it) => {
  it.effect.each(["evil.example", "evil.example:8080", "127.0.0.1.evil.example"])(
    "such as %s is refused",
    (host) =>
      Effect.gen(function*() {
        const { token } = yield* agentOf()
        assert.strictEqual(yield* sentTo(host, token), 403)
      })
  )

  it.effect("such as localhost is accepted", () =>
    Effect.gen(function*() {
      const { token } = yield* agentOf()
      assert.notStrictEqual(yield* sentTo("localhost:1234", token), 403)
    }))
})

/** Tool that runs until it is interrupted, and reports its start and its end. */
class Endless extends Context.Service<Endless, {
  readonly begun: Deferred.Deferred<void>
  readonly stopped: Deferred.Deferred<void>
}>()("@namewright/http/test/Endless") {
  static readonly layer = Layer.effect(
    Endless,
    Effect.gen(function*() {
      return { begun: yield* Deferred.make<void>(), stopped: yield* Deferred.make<void>() }
    })
  )
}

const endless = Layer.effect(
  McpExtension,
  Effect.gen(function*() {
    const { begun, stopped } = yield* Endless
    const waiting = Effect.onInterrupt(
      Effect.andThen(Deferred.succeed(begun, undefined), Effect.never),
      () => Deferred.succeed(stopped, undefined)
    )
    return {
      capabilities: {},
      register: (server) =>
        server.setRequestHandler("tools/call", (_, { mcpReq: { signal } }) => Effect.runPromise(waiting, { signal }))
    }
  })
)

const withEndless = Layer.suspend(() => AgentEndpoint.layer).pipe(
  Layer.provide(endless),
  Layer.provideMerge(Endless.layer)
)

describe("a client that disconnects", () => {
  const revisions: ReadonlyArray<{ readonly era: string; readonly sending: Sending }> = [
    { era: "2026-07-28", sending: {} },
    { era: "an older revision", sending: { envelope: false } }
  ]
  for (const { era, sending } of revisions) {
    layer(withEndless)(`of ${era}`, (it) => {
      it.effect("interrupts its calls", () =>
        Effect.gen(function*() {
          const { begun, stopped } = yield* Endless
          const { token } = yield* agentOf()
          const { url } = yield* AgentEndpoint
          const leaving = new AbortController()
          const call = yield* Effect.forkChild(Effect.promise(() =>
            fetch(`${url}/mcp`, {
              method: "POST",
              signal: leaving.signal,
              headers: headersOf(token, sending),
              body: JSON.stringify(messageOf(sending))
            }).catch(() => undefined)
          ))
          yield* Deferred.await(begun)
          leaving.abort()
          yield* Deferred.await(stopped)
          yield* Fiber.join(call)
        }))
    })
  }
})

const messageOf = ({ envelope = true }: Sending) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "portfolio_summary",
    arguments: {},
    ...(envelope
      ? {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {}
        }
      }
      : {})
  }
})

const headersOf = (token: string, { envelope = true }: Sending) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  ...(envelope
    ? { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "portfolio_summary" }
    : {})
})

const scarce = { perSecond: 1, burst: 3 }
const limited = AgentEndpoint.layerWith({
  rateLimits: { read: scarce, write: scarce, names: scarce, tokens: scarce }
})

layer(limited)("the limits of a caller", (it) => {
  it.effect("apply to messages, and to the requests that they forward", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const { rpc } = yield* AgentEndpoint
      const { token } = agent
      const statuses = yield* Effect.forEach([1, 2, 3, 4], () =>
        Effect.map(rpc("tools/list", {}, { token }), ({ status }) => status))
      assert.deepStrictEqual(statuses, [200, 200, 200, 429])
      // Over REST the same person is served still: it has a bucket of its own there.
      assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).status, 200)
      assert.strictEqual((yield* rpc("tools/list", {}, { token: (yield* agentOf()).token })).status, 200)
    }))
})

layer(limited)("several messages in one post", (it) => {
  it.effect("count one each", () =>
    Effect.gen(function*() {
      const { send } = yield* AgentEndpoint
      const messages = (count: number) =>
        Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }))
      const statuses = (token: string, sizes: ReadonlyArray<number>) =>
        Effect.forEach(sizes, (size) => Effect.map(send(messages(size), { token }), ({ status }) => status))
      const [ada, eve] = [(yield* agentOf()).token, (yield* agentOf()).token]
      assert.deepStrictEqual(yield* statuses(ada, [2, 1, 1]), [200, 200, 429])
      // More than a bucket holds is answered once, and owed.
      assert.deepStrictEqual(yield* statuses(eve, [100, 1]), [200, 429])
    }))
})

layer(AccessPlatform.layer)("a platform without a realm", (it) => {
  it.effect("refuses agents, and names no authorization server", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      assert.strictEqual((yield* fetch("POST", "/mcp", {})).status, 401)
      assert.strictEqual((yield* fetch("GET", "/.well-known/oauth-protected-resource/mcp")).status, 404)
    }))
})
