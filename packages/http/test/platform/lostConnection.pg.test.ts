import { assert, layer } from "@effect/vitest"
import * as Postgres from "@namewright/adapters-pg"
import { Context, Effect, Layer } from "effect"
import { connect, createServer, type Socket } from "node:net"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

/** Connection to the database, which a test can cut and restore. */
class DatabaseProxy extends Context.Service<DatabaseProxy, {
  readonly url: string
  readonly cut: Effect.Effect<void>
  readonly restore: Effect.Effect<void>
  /** Breaks the next connection that commits, before the response arrives. */
  readonly loseCommit: Effect.Effect<void>
}>()("@namewright/http/test/DatabaseProxy") {
  static readonly layer = Layer.effect(
    DatabaseProxy,
    Effect.gen(function*() {
      const target = new URL(yield* freshDatabase)
      const sockets = new Set<Socket>()
      let isLosing = false
      const server = createServer((caller) => {
        const database = connect(Number(target.port), target.hostname)
        for (const socket of [caller, database]) {
          sockets.add(socket)
          socket.on("error", () => {})
          socket.on("close", () => {
            sockets.delete(socket)
            caller.destroy()
            database.destroy()
          })
        }
        caller.pipe(database)
        database.on("data", (chunk) => {
          if (!isLosing || !chunk.includes("COMMIT\0")) return caller.write(chunk)
          isLosing = false
          return caller.destroy()
        })
      })
      const listen = (port: number) =>
        Effect.callback<number>((resume) => {
          server.listen(port, "127.0.0.1", () => {
            const address = server.address()
            resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
          })
        })
      const cut = Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
      const port = yield* listen(0)
      yield* Effect.addFinalizer(() => Effect.ignore(cut))
      const url = new URL(target)
      url.hostname = "127.0.0.1"
      url.port = String(port)
      return DatabaseProxy.of({
        url: url.toString(),
        cut,
        restore: Effect.asVoid(listen(port)),
        loseCommit: Effect.sync(() => void (isLosing = true))
      })
    })
  )
}

const platform = Layer.unwrap(
  Effect.map(
    DatabaseProxy,
    ({ url }) =>
      TestPlatform.layerWith({ retryAfterSeconds: 3 }, {
        storage: Postgres.layer({ url, maxConnections: 2 }),
        loggers: []
      })
  )
).pipe(
  Layer.provideMerge(DatabaseProxy.layer)
)

layer(platform, { excludeTestServices: true })("a lost database connection", (it) => {
  it.effect("gives 503 with Retry-After, and the next request works again", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { cut, restore } = yield* DatabaseProxy
      const mine = yield* key(yield* organization())
      const list = fetch("GET", "/v1/contacts", undefined, { key: mine })
      const tag = fetch("POST", "/v1/tags", { type: "DOMAIN", label: "vip" }, { key: mine })
      assert.strictEqual((yield* list).status, 200)

      yield* cut
      for (const request of [list, tag, list]) {
        const { body, headers, status } = yield* request
        assert.deepStrictEqual([status, body.code, body.type], [
          503,
          "ERROR_SERVICE_UNAVAILABLE",
          "service-unavailable"
        ])
        assert.strictEqual(headers.get("retry-after"), "3")
        assert.isNotNull(headers.get("x-request-id"))
        assert.notMatch(JSON.stringify(body), /ECONN|socket|127\.0\.0\.1/)
      }
      assert.strictEqual((yield* fetch("GET", "/health/ready")).status, 503)
      assert.strictEqual((yield* fetch("GET", "/health/live")).status, 200)

      yield* restore
      assert.strictEqual((yield* list).status, 200)
      assert.strictEqual((yield* tag).status, 201)
      assert.strictEqual((yield* fetch("GET", "/health/ready")).status, 200)
    }))

  it.effect("gives 503 if the outcome of a commit is unknown, and does not repeat the work", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { loseCommit } = yield* DatabaseProxy
      const mine = yield* key(yield* organization())
      const list = fetch("GET", "/v1/contacts", undefined, { key: mine })
      assert.strictEqual((yield* list).body.total, 0)

      yield* loseCommit
      const { body, status } = yield* fetch("POST", "/v1/contacts", contactBody, { key: mine })
      assert.deepStrictEqual([status, body.code], [503, "ERROR_SERVICE_UNAVAILABLE"])
      assert.strictEqual((yield* list).body.total, 1)
    }))
})
