import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { AgentEndpoint, revision } from "./AgentEndpoint.ts"

const someone = Effect.gen(function*() {
  const { organization, person } = yield* TestPlatform
  return yield* person(yield* organization())
})

const meta = "io.modelcontextprotocol/"
const capabilities = { [`${meta}clientCapabilities`]: {} }

const toolNames = (answer: { readonly body: any }): ReadonlyArray<string> =>
  answer.body.result.tools.map(({ name }: { name: string }) => name)

layer(AgentEndpoint.layerWith({ agentOrigins: ["https://client.example"] }))("the tool endpoint", (it) => {
  describe("2026-07-28", () => {
    it.effect("returns its capabilities", () =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const { body, status } = yield* rpc("server/discover", {}, { token: yield* someone })
        assert.strictEqual(status, 200)
        const { cacheScope, capabilities, instructions, resultType, supportedVersions } = body.result
        assert.deepStrictEqual([resultType, supportedVersions, capabilities, cacheScope], [
          "complete",
          [revision],
          { tools: {} },
          "public"
        ])
        assert.isAbove(instructions.length, 50)
      }))

    it.effect("lists the tools in one order for all callers", () =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const first = yield* rpc("tools/list", {}, { token: yield* someone })
        const second = yield* rpc("tools/list", {}, { token: yield* someone })
        assert.deepStrictEqual(first.body, second.body)
        assert.strictEqual(first.body.result.cacheScope, "public")
        assert.isAbove(first.body.result.ttlMs, 0)
        assert.isEmpty(first.headers.get("mcp-session-id") ?? "")
      }))

    it.effect.each(
      [
        ["a version that the body does not name", { "mcp-protocol-version": "2025-11-25" }, 400, -32_020],
        ["no version", { "mcp-protocol-version": undefined }, 400, -32_020],
        ["another method", { "mcp-method": "tools/list" }, 400, -32_020],
        ["no method", { "mcp-method": undefined }, 400, -32_020],
        ["another name", { "mcp-name": "portfolio_query" }, 400, -32_020],
        ["no name", { "mcp-name": undefined }, 400, -32_020]
      ] as const
    )("refuses headers with %s", ([, headers, status, code]) =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const sent = yield* rpc("tools/call", { name: "portfolio_summary", arguments: {} }, {
          token: yield* someone,
          headers
        })
        assert.deepStrictEqual([sent.status, sent.body.error.code], [status, code])
      }))

    it.effect("accepts an encoded name", () =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const name = `=?base64?${Buffer.from("portfolio_summary").toString("base64")}?=`
        const { status } = yield* rpc("tools/call", { name: "portfolio_summary", arguments: {} }, {
          token: yield* someone,
          headers: { "mcp-name": name }
        })
        assert.strictEqual(status, 200)
      }))

    it.effect.each(
      [
        [
          "a revision that there is not",
          { [`${meta}protocolVersion`]: "2027-01-01", ...capabilities },
          "2027-01-01",
          -32_022
        ],
        ["no capabilities", { [`${meta}protocolVersion`]: revision }, revision, -32_602]
      ] as const
    )("refuses an envelope with %s", ([, _meta, version, code]) =>
      Effect.gen(function*() {
        const { send } = yield* AgentEndpoint
        const answer = yield* send({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } }, {
          token: yield* someone,
          headers: { "mcp-protocol-version": version, "mcp-method": "tools/list" }
        })
        assert.deepStrictEqual([answer.status, answer.body.error.code], [400, code])
      }))

    it.effect.each(["ping", "prompts/list", "logging/setLevel", "initialize", "nothing/like/it"])(
      "refuses %s",
      (method) =>
        Effect.gen(function*() {
          const { rpc } = yield* AgentEndpoint
          const { body, status } = yield* rpc(method, {}, { token: yield* someone })
          assert.deepStrictEqual([status, body.error.code], [404, -32_601])
        })
    )

    it.effect("reports an unknown tool", () =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const { body, status } = yield* rpc("tools/call", { name: "constructor", arguments: {} }, {
          token: yield* someone
        })
        assert.deepStrictEqual([status, body.error.code], [200, -32_602])
      }))

    it.effect("returns all problems of arguments in the result", () =>
      Effect.gen(function*() {
        const { call } = yield* AgentEndpoint
        const result = yield* call(yield* someone, "portfolio_query", {
          page: 0,
          page_size: 101,
          unknown: 1,
          fields: ["x"]
        })
        assert.isTrue(result.isError)
        for (const name of ["page", "page_size", "unknown", "fields"]) assert.include(result.content[0].text, name)
      }))
  })

  describe("older revisions", () => {
    it.effect.each(["2025-11-25", "2025-06-18", "2025-03-26"])(
      "%s is served without a session",
      (version) =>
        Effect.gen(function*() {
          const { rpc, send } = yield* AgentEndpoint
          const token = yield* someone
          const old = { token, envelope: false }
          const initialized = yield* rpc("initialize", {
            protocolVersion: version,
            capabilities: {},
            clientInfo: { name: "old", version: "1" }
          }, old)
          assert.strictEqual(initialized.status, 200)
          assert.strictEqual(initialized.body.result.protocolVersion, version)
          assert.isNull(initialized.headers.get("mcp-session-id"))
          const headers = version === "2025-03-26" ? {} : { "mcp-protocol-version": version }
          const notified = yield* send({ jsonrpc: "2.0", method: "notifications/initialized" }, { token, headers })
          assert.strictEqual(notified.status, 202)
          const listed = yield* rpc("tools/list", {}, { ...old, headers })
          assert.include(toolNames(listed), "portfolio_summary")
          assert.isUndefined(listed.body.result.resultType)
          const called = yield* rpc("tools/call", { name: "portfolio_summary", arguments: {} }, { ...old, headers })
          assert.strictEqual(called.body.result.structuredContent.domains.total_count, 0)
          assert.match(called.headers.get("content-type") ?? "", /^application\/json/)
        })
    )

    it.effect("offers the newest version with initialize to a client with an unknown one", () =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const { body } = yield* rpc("initialize", {
          protocolVersion: "2024-01-01",
          capabilities: {},
          clientInfo: { name: "old", version: "1" }
        }, { token: yield* someone, envelope: false })
        assert.strictEqual(body.result.protocolVersion, "2025-11-25")
      }))

    it.effect("accepts POST requests without session headers, as in the examples of the specification", () =>
      Effect.gen(function*() {
        const { send } = yield* AgentEndpoint
        const { body, status } = yield* send({ jsonrpc: "2.0", id: 7, method: "tools/list" }, { token: yield* someone })
        assert.deepStrictEqual([status, body.id], [200, 7])
        assert.include(toolNames({ body }), "call_operation")
      }))

    it.effect("answers several messages of 2025-03-26 in one post", () =>
      Effect.gen(function*() {
        const { send } = yield* AgentEndpoint
        const call = (id: number) => ({
          jsonrpc: "2.0",
          id,
          method: "tools/call",
          params: { name: "portfolio_summary", arguments: {} }
        })
        const { body } = yield* send([call(1), call(2)], { token: yield* someone })
        assert.sameMembers(body.map(({ id }: { id: number }) => id), [1, 2])
      }))
  })

  describe("an invalid message", () => {
    it.effect.each(
      [
        ["{", 400, -32_700],
        ["", 400, -32_700],
        ["[]", 400, -32_600],
        ["\"text\"", 400, undefined],
        ["null", 400, undefined],
        ["{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"tools/list\"}", 400, undefined],
        ["{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"tools/list\"}", 400, undefined],
        [`${"[".repeat(5000)}${"]".repeat(5000)}`, 400, -32_700],
        [
          JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }))),
          400,
          undefined
        ]
      ] as const
    )("is refused: %s", ([text, status, code]) =>
      Effect.gen(function*() {
        const { send } = yield* AgentEndpoint
        const answer = yield* send(text, { token: yield* someone })
        assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
        if (code !== undefined) assert.strictEqual(answer.body.error.code, code)
      }))

    it.effect("is refused when it is too long", () =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const { status } = yield* rpc("tools/call", { name: "x".repeat(3 * 1024 * 1024) }, {
          token: yield* someone,
          headers: { "mcp-name": "x" }
        })
        assert.strictEqual(status, 413)
      }))

    it.effect.each(
      [
        ["text/plain", "application/json, text/event-stream", 415],
        [undefined, "application/json, text/event-stream", 415]
      ] as const
    )("is refused as %s", ([type, accept, status]) =>
      Effect.gen(function*() {
        const { rpc, send } = yield* AgentEndpoint
        const headers = { "content-type": type, accept }
        const token = yield* someone
        const bare = yield* send(
          new TextDecoder().decode(
            new TextEncoder().encode("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
          ),
          { token, headers }
        )
        assert.strictEqual(bare.status, status)
        assert.strictEqual((yield* rpc("tools/list", {}, { token, headers })).status, status)
      }))

    it.effect.each(["GET", "DELETE", "PUT"])("is refused by %s", (method) =>
      Effect.gen(function*() {
        const { send } = yield* AgentEndpoint
        const { headers, status } = yield* send({}, { method, token: yield* someone })
        assert.deepStrictEqual([status, headers.get("allow")], [405, "POST"])
      }))
  })

  describe("the caller", () => {
    it.effect.each(
      [
        ["nobody", {}],
        ["a key", { "x-api-key": "key-1" }],
        ["a bad token", { authorization: "Bearer wrong" }],
        ["another scheme", { authorization: "Basic a2V5OmtleQ==" }],
        ["two tokens", { authorization: "Bearer a b" }]
      ] as const
    )("gets the address of the authorization server: %s", ([, headers]) =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const answer = yield* rpc("tools/list", {}, { headers })
        assert.strictEqual(answer.status, 401)
        assert.deepStrictEqual(answer.body, { error: "authentication_required" })
        assert.strictEqual(
          answer.headers.get("www-authenticate"),
          "Bearer resource_metadata=\"http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp\""
        )
      }))

    it.effect("cannot be an API key, not even as a token", () =>
      Effect.gen(function*() {
        const { key, organization } = yield* TestPlatform
        const { rpc } = yield* AgentEndpoint
        const mine = yield* key(yield* organization())
        assert.strictEqual((yield* rpc("tools/list", {}, { token: mine })).status, 401)
        assert.strictEqual((yield* rpc("tools/list", {}, { headers: { "x-api-key": mine } })).status, 401)
      }))

    it.effect("is not read from the body or from other headers", () =>
      Effect.gen(function*() {
        const { call } = yield* AgentEndpoint
        const headers = { "x-forwarded-actor": "admin", "x-api-key": "key-1" }
        const result = yield* call(yield* someone, "call_operation", { operationId: "listUsers" }, { headers })
        assert.notStrictEqual(result.structuredContent?.httpStatus, 500)
      }))
  })

  describe("the origin of a request", () => {
    it.effect.each(
      [
        ["http://127.0.0.1:8080", 200],
        ["http://localhost:6274", 200],
        ["http://[::1]:3000", 200],
        ["https://client.example", 200],
        ["https://client.example:8443", 403],
        ["http://client.example", 403],
        ["https://evil.example", 403],
        ["https://localhost.evil.example", 403],
        ["file://localhost", 403],
        ["null", 403]
      ] as const
    )("a page of %s gets %i", ([origin, status]) =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const answer = yield* rpc("tools/list", {}, { token: yield* someone, headers: { origin } })
        assert.strictEqual(answer.status, status)
        if (status === 200) assert.strictEqual(answer.headers.get("access-control-allow-origin"), origin)
      }))

    it.effect("a web page gets the permitted headers in the preflight response", () =>
      Effect.gen(function*() {
        const { send } = yield* AgentEndpoint
        const { headers, status } = yield* send(undefined, {
          method: "OPTIONS",
          headers: { origin: "https://client.example" }
        })
        assert.strictEqual(status, 204)
        assert.strictEqual(headers.get("access-control-allow-origin"), "https://client.example")
        assert.include(headers.get("access-control-allow-headers") ?? "", "authorization")
        const other = yield* send(undefined, { method: "OPTIONS", headers: { origin: "https://evil.example" } })
        assert.strictEqual(other.status, 403)
      }))

    it.effect("a web page may read the address of the authorization server", () =>
      Effect.gen(function*() {
        const { rpc } = yield* AgentEndpoint
        const { headers, status } = yield* rpc("tools/list", {}, { headers: { origin: "https://client.example" } })
        assert.strictEqual(status, 401)
        assert.include(headers.get("access-control-expose-headers") ?? "", "www-authenticate")
      }))
  })
})
