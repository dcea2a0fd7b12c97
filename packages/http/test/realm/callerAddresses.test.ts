import { assert, describe, it } from "@effect/vitest"
import { ConfigurationError, createPlatform, type PlatformOptions } from "@namewright/core/embed"
import { Effect } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { toFetch } from "../../src/toFetch.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"

const embedded = { requestLog: false, realm: "embedded" } as const

const platformAt = (options: Partial<PlatformOptions>) =>
  Effect.acquireRelease(
    Effect.sync(() => createPlatform({ storage: memoryDatabase(), ...options })),
    (platform) => Effect.promise(() => platform.dispose())
  )

const problemsOf = (make: () => unknown): ReadonlyArray<string> => {
  try {
    make()
    return []
  } catch (error) {
    return error instanceof ConfigurationError ? error.problems : [String(error)]
  }
}

const login = (path = "/realms/sandbox/login") => new Request(`https://names.example${path}`)

describe("an embedded realm", () => {
  it.live("answers web requests whose address the host knows", () =>
    Effect.gen(function*() {
      const platform = yield* platformAt({})
      const fetch = toFetch(platform, { ...embedded, clientAddress: () => "192.0.2.7" })
      const page = yield* Effect.promise(() => fetch(login()))
      assert.strictEqual(page.status, 200)
      assert.match(page.headers.get("set-cookie") ?? "", /^namewright_form=/)
      const discovery = yield* Effect.promise(() =>
        fetch(login("/realms/sandbox/.well-known/openid-configuration")).then((answer) => answer.json())
      )
      assert.strictEqual(discovery.issuer, "http://127.0.0.1:8080/realms/sandbox")
      const token = yield* Effect.promise(() =>
        fetch(
          new Request(login("/realms/sandbox/protocol/openid-connect/token"), {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: "grant_type=password"
          })
        )
      )
      assert.strictEqual(token.status, 400)
    }).pipe(Effect.scoped))

  it.live("is a configuration error without the addresses of callers", () =>
    Effect.gen(function*() {
      const local = yield* platformAt({})
      const platform = yield* platformAt({ baseUrl: "https://names.example" })
      assert.match(problemsOf(() => toFetch(local, embedded)).join(), /^clientAddress: /)
      assert.match(problemsOf(() => toNodeHandler(platform, embedded)).join(), /^trustedProxies: /)
      const admitted = [
        () => toNodeHandler(platform, { requestLog: false }),
        () => toNodeHandler(platform, { ...embedded, trustedProxies: [] }),
        () => toNodeHandler(platform, { ...embedded, trustedProxies: ["127.0.0.1"] }),
        () => toNodeHandler(local, embedded),
        () => toFetch(platform, { ...embedded, clientAddress: () => "192.0.2.7" }),
        () => toFetch(platform, { requestLog: false })
      ]
      assert.deepStrictEqual(admitted.map(problemsOf), admitted.map(() => []))
      // Without the settings of the platform, the first request fails with an explanation.
      const { runtime } = platform
      const request = new IncomingMessage(new Socket())
      const failure = yield* Effect.promise(() =>
        new Promise((resolve) => toNodeHandler({ runtime }, embedded)(request, new ServerResponse(request), resolve))
      )
      assert.include(String(failure), "trustedProxies: ")
    }).pipe(Effect.scoped))

  it.live("refuses callers without a known address", () =>
    Effect.gen(function*() {
      const platform = yield* platformAt({})
      const fetch = toFetch(platform, { ...embedded, clientAddress: () => undefined })
      assert.strictEqual((yield* Effect.promise(() => fetch(login()))).status, 500)
      assert.strictEqual((yield* Effect.promise(() => fetch(login("/health/live")))).status, 200)
    }).pipe(Effect.scoped))
})
