import { assert, it, layer } from "@effect/vitest"
import { Effect, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { toNodeHandler } from "../../src/toNodeHandler.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import {
  baseZone,
  newWhitelabel,
  settled,
  whitelabel,
  whitelabelCaller,
  whitelabelPlatform
} from "./whitelabelCaller.ts"

layer(whitelabelPlatform)("white-label hosts", (it) => {
  const at = Effect.fnUntraced(function*(host: string, path: string, headers: Record<string, string> = {}) {
    const { fetch } = yield* TestPlatform
    return yield* fetch("GET", path, undefined, { headers: { host, ...headers } })
  })

  it.effect("serve the interface and the style sheet of their brand, and nothing else", () =>
    Effect.gen(function*() {
      const call = yield* whitelabelCaller()
      yield* call("PUT", `${whitelabel}/document`, {
        theme: {
          radius: "0.5rem",
          light: { primary: "#0b5fff", danger: "#c00", chart_colors: ["#111", "#222222"] },
          dark: { primary: "#fff" }
        }
      })
      const { hostname } = yield* newWhitelabel(call)
      assert.strictEqual((yield* at(hostname, "/v1/tags")).status, 421)
      yield* settled
      yield* TestClock.adjust("6 seconds")
      assert.strictEqual((yield* at(hostname, "/v1/tags")).status, 401)
      const style = yield* at(`${hostname.toUpperCase()}:8080`, "/console/brand.css")
      assert.strictEqual(style.status, 200)
      assert.strictEqual(style.headers.get("content-type"), "text/css; charset=utf-8")
      assert.strictEqual(style.headers.get("cache-control"), "public, max-age=60")
      assert.include(
        style.body,
        ":root{--radius:0.5rem;--primary:#0b5fff;--destructive:#c00;--chart-1:#111;--chart-2:#222222}"
      )
      assert.include(style.body, ":root[data-theme=dark]{--primary:#fff}")
      const etag = style.headers.get("etag") ?? ""
      assert.strictEqual((yield* at(hostname, "/console/brand.css", { "if-none-match": etag })).status, 304)
      for (const path of ["/docs", "/mcp", "/metrics", "/", "/v1x", "/realms/sandbox/account", "//v1/tags"]) {
        assert.strictEqual((yield* at(hostname, path)).status, 404, path)
      }
      yield* call("PATCH", whitelabel, { enabled: false })
      yield* TestClock.adjust("6 seconds")
      assert.strictEqual((yield* at(hostname, "/v1/tags")).status, 421)
    }))

  it.effect("are distinguished from the installation's own, and others are refused", () =>
    Effect.gen(function*() {
      const unknown = yield* at(`app.unknown.${baseZone}`, "/v1/tags")
      assert.deepStrictEqual([unknown.status, unknown.body.code], [421, "ERROR_MISDIRECTED_REQUEST"])
      assert.strictEqual((yield* at("unknown.example", "/console/brand.css")).status, 421)
      assert.strictEqual((yield* at("unknown.example", "/health/live")).status, 200)
      assert.strictEqual((yield* at("unknown.example", "/.well-known/acme-challenge/none")).body, "Unknown token\n")
      for (const host of ["127.0.0.1:8080", "[::1]:8080", "localhost", "names.example", "names.example.:443"]) {
        assert.strictEqual((yield* at(host, "/v1/tags")).status, 401, host)
      }
      assert.strictEqual((yield* at("names.example:99999", "/v1/tags")).status, 421)
      assert.strictEqual((yield* at("localhost", "/console/brand.css")).bytes.length, 0)
    }))
})

it.live("the host that a trusted proxy forwards selects nothing", () =>
  Effect.gen(function*() {
    const runtime = ManagedRuntime.make(whitelabelPlatform)
    yield* Effect.addFinalizer(() => runtime.disposeEffect)
    const handler = toNodeHandler({ runtime }, { requestLog: false, trustedProxies: ["127.0.0.0/8"] })
    const server = yield* Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const listening = createServer(handler).listen(0, "127.0.0.1", () => resolve(listening))
        })
      ),
      (listening) => Effect.promise(() => new Promise((resolve) => listening.close(resolve)))
    )
    const { port } = server.address() as AddressInfo
    const statusAt = (host: string, forwarded: string) =>
      Effect.promise(() =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = { host, "x-forwarded-for": "192.0.2.7", "x-forwarded-host": forwarded }
          request({ port, host: "127.0.0.1", path: "/v1/tags", headers, agent: false }, (answer) => {
            answer.resume().once("end", () => resolve(answer.statusCode))
          }).once("error", reject).end()
        })
      )
    assert.strictEqual(yield* statusAt("unknown.example", "localhost"), 421)
    assert.strictEqual(yield* statusAt("localhost", "unknown.example"), 401)
  }).pipe(Effect.scoped))

layer(TestPlatform.layer)("an installation without white-label hosts", (it) => {
  it.effect("answers at every host", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { status } = yield* fetch("GET", "/v1/tags", undefined, { headers: { host: "unknown.example" } })
      assert.strictEqual(status, 401)
    }))
})
