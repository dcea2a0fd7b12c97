import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { startedSockets } from "../../../../test/startedSockets.ts"
import { PlatformServer, type RefusedRequest } from "../../src/platform/PlatformServer.ts"
import { refuseStalledBody } from "../../src/platform/refuseStalledBody.ts"
import { serve } from "../../src/serve.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const plain = { clientCompatibility: false }

/** Response to these bytes, read until the connection is closed. */
const answerTo = (port: number, bytes: string) =>
  Effect.promise(() =>
    new Promise<RawAnswer>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"))
      let text = ""
      socket.on("data", (chunk) => text += chunk.toString())
      socket.once("error", reject)
      socket.once("close", () => resolve(parsed(text)))
    })
  )

interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: any
}

const parsed = (text: string): RawAnswer => {
  const [head = "", body = ""] = text.split("\r\n\r\n", 2)
  const [line = "", ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(lines.map((one) => {
    const [name = "", value = ""] = one.split(/: (.*)/s)
    return [name.toLowerCase(), value]
  }))
  return { status: Number(line.split(" ")[1]), headers, body: body === "" ? undefined : JSON.parse(body) }
}

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<number>((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
      })
    ),
    () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )

/** Port of a running platform. */
const served = Effect.gen(function*() {
  const context = yield* Layer.build(
    serve({ host: "127.0.0.1", port: 0, http: { requestLog: false } }).pipe(
      Layer.provide(TestPlatform.layer),
      Layer.provide(Logger.layer([]))
    )
  )
  const url = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  return Number(new URL(url).port)
})

const refusedByNode: ReadonlyArray<readonly [name: string, bytes: string, status: number, code: string]> = [
  ["what is not HTTP", "nonsense\r\n\r\n", 400, "ERROR_BAD_REQUEST"],
  ["an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "ERROR_BAD_REQUEST"],
  ["a missing Host", "GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "ERROR_BAD_REQUEST"],
  [
    "two lengths",
    "POST /v1/tags HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    400,
    "ERROR_BAD_REQUEST"
  ],
  [
    "a bad chunk",
    "POST /v1/auth/token HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    400,
    "ERROR_BAD_REQUEST"
  ],
  [
    "an unknown expectation",
    "GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\n\r\n",
    417,
    "ERROR_EXPECTATION_FAILED"
  ],
  [
    "large headers",
    `GET /health/live HTTP/1.1\r\nHost: a\r\nX-Large: ${"x".repeat(140_000)}\r\n\r\n`,
    431,
    "ERROR_REQUEST_HEADER_FIELDS_TOO_LARGE"
  ],
  ["a tunnel", "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n", 405, "ERROR_METHOD_NOT_ALLOWED"]
]

describe("PlatformServer", () => {
  it.live("answers requests that Node refuses with a problem body and a request id", () =>
    Effect.gen(function*() {
      const port = yield* served
      for (const [name, bytes, status, code] of refusedByNode) {
        const answer = yield* answerTo(port, bytes)
        assert.deepStrictEqual([answer.status, answer.body.status, answer.body.code], [status, status, code], name)
        assert.strictEqual(answer.headers["content-type"], "application/problem+json", name)
        assert.match(answer.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/, name)
        assert.isString(answer.body.detail, name)
      }
      const fine = yield* answerTo(port, "GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      assert.strictEqual(fine.status, 200)
      assert.strictEqual((yield* answerTo(port, "GET /health/live HTTP/1.0\r\n\r\n")).status, 200)
    }).pipe(Effect.scoped))

  it.live("serves requests that offer an upgrade", () =>
    Effect.gen(function*() {
      const port = yield* served
      const upgrade =
        "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"
      const got = yield* answerTo(port, `GET /health/live HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`)
      assert.strictEqual(got.status, 200)
      const chunks = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
      const posted = yield* answerTo(port, `POST /v1/auth/token HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n${chunks}`)
      assert.deepStrictEqual([posted.status, posted.body.type], [422, "request-validation-failed"])
    }).pipe(Effect.scoped))

  it.live("reports requests that Node refuses", () =>
    Effect.gen(function*() {
      const reported: Array<RefusedRequest> = []
      const port = yield* listening(new PlatformServer({ clientCompatibility: true }, (one) => reported.push(one)))
      const { body, headers } = yield* answerTo(port, "nonsense\r\n\r\n")
      assert.deepStrictEqual(reported, [{ request_id: headers["x-request-id"], status: 400 }])
      assert.deepStrictEqual([body.error_code, body.message], ["ERROR_BAD_REQUEST", body.detail])
    }).pipe(Effect.scoped))

  it.live("answers 408 and closes when a body stalls, and lets slow operations finish", () =>
    Effect.gen(function*() {
      const server = new PlatformServer(plain, () => {}, 40)
      server.on("request", (request, response) => {
        request.on("error", () => {})
        request.resume().once("end", () => setTimeout(() => response.end("{}"), 120))
      })
      const port = yield* listening(server)
      const head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
      const stalled = yield* answerTo(port, `${head}Content-Length: 10\r\n\r\n{`)
      assert.deepStrictEqual([stalled.status, stalled.body.code], [408, "ERROR_REQUEST_TIMEOUT"])
      assert.match(stalled.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
      const chunked = yield* answerTo(port, `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`)
      assert.strictEqual(chunked.status, 408)
      assert.strictEqual((yield* answerTo(port, `${head}Content-Length: 2\r\n\r\n{}`)).status, 200)
      assert.strictEqual((yield* answerTo(port, `${head}\r\n`)).status, 200)
    }).pipe(Effect.scoped))
})

describe("refuseStalledBody", () => {
  it.live("restores the timeout of a host's connection", () =>
    Effect.gen(function*() {
      const timeouts: Array<number | undefined> = []
      const server = createServer((request, response) => {
        refuseStalledBody(request, response, plain)
        timeouts.push(request.socket.timeout)
        request.resume().once("close", () => {
          timeouts.push(request.socket.timeout)
          response.end("{}")
        })
      })
      server.timeout = 5000
      const port = yield* listening(server)
      const bytes = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
      assert.strictEqual((yield* answerTo(port, bytes)).status, 200)
      assert.deepStrictEqual(timeouts, [30_000, 5000])
    }).pipe(Effect.scoped))
})

describe("a connection that the system cannot accept", () => {
  it.live("does not end the process, from the start of the server on", () =>
    Effect.gen(function*() {
      const sockets = yield* startedSockets
      const port = yield* served
      assert.lengthOf(sockets.started(), 1)
      assert.isEmpty(sockets.withoutListener())
      yield* sockets.raise
      yield* sockets.raise
      assert.strictEqual((yield* answerTo(port, "not HTTP\r\n\r\n")).status, 400)
    }).pipe(Effect.scoped))
})
