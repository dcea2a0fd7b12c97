import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { requires } from "../../../../test/requires.ts"
import { runCopied, servedProcess } from "./ServedProcess.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const keyOf = (printed: string) => /^API key: (\S+)$/m.exec(printed)?.[1] ?? ""

/** A request whose body comes when `finish` is called. */
const begun = (url: string, key: string, body: string) => {
  const sent = request(`${url}/v1/tags`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "content-length": body.length }
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once("response", (response) => (response.resume(), resolve(response.statusCode)))
    sent.once("error", reject)
  })
  sent.write(body.slice(0, 1))
  return { status, finish: () => sent.end(body.slice(1)) }
}

const isListening = (url: string) => fetch(`${url}/health/live`).then(() => true, () => false)

describe("namewright serve", () => {
  it.live(
    "shows a key and a line that registers a domain, once, and keeps what was done",
    () =>
      Effect.gen(function*() {
        const database = ["--database", `sqlite:${join(yield* folder, "data.sqlite")}`]
        const first = yield* servedProcess(database)
        const key = keyOf(first.printed())
        assert.match(key, /^dwk_test_/)
        const line = /^curl .*$/m.exec(first.printed())?.[0] ?? ""
        const registered = JSON.parse(yield* Effect.promise(() => runCopied(line))) as { readonly name: string }
        assert.strictEqual(registered.name, "my-first-domain.com")
        assert.strictEqual(yield* Effect.promise(() => first.stop("SIGINT")), 0)
        // What follows the summary is the log.
        assert.notInclude(first.printed().split("\n\ncurl")[1]?.split("\n").slice(1).join("\n"), key)

        const second = yield* servedProcess(database)
        assert.notInclude(second.printed(), "API key")
        const again = JSON.parse(yield* Effect.promise(() => runCopied(line.replaceAll(first.url, second.url)))) as {
          readonly code: string
        }
        assert.strictEqual(again.code, "ERROR_DOMAIN_EXISTS")
        assert.strictEqual(yield* Effect.promise(() => second.stop()), 0)
      }).pipe(Effect.scoped),
    { ...requires("curl"), timeout: 60_000 }
  )

  it.live(
    "keeps its data below the home folder, apart for each working folder, and leaves that one empty",
    () =>
      Effect.gen(function*() {
        const [home, cwd, other] = [yield* folder, yield* folder, yield* folder]
        const first = yield* servedProcess([], undefined, { home, cwd })
        const key = keyOf(first.printed())
        assert.notStrictEqual(key, "")
        yield* Effect.promise(() => first.stop())
        const again = yield* servedProcess([], undefined, { home, cwd })
        assert.strictEqual(keyOf(again.printed()), "")
        assert.include(again.printed(), "namewright keys create")
        const elsewhere = yield* servedProcess([], undefined, { home, cwd: other })
        assert.notInclude(["", key], keyOf(elsewhere.printed()))
        assert.deepStrictEqual([readdirSync(cwd), readdirSync(other)], [[], []])
        assert.lengthOf(readdirSync(join(home, ".namewright")), 2)
      }).pipe(Effect.scoped),
    60_000
  )

  it.live("finishes a request that runs when it is asked to stop, and takes no other", () =>
    Effect.gen(function*() {
      const server = yield* servedProcess(["--database", "sqlite::memory:"])
      const running = begun(server.url, keyOf(server.printed()), JSON.stringify({ type: "DOMAIN", label: "mine" }))
      yield* Effect.promise(() => isListening(server.url))
      const stopped = server.stop("SIGTERM")
      const refuses = Effect.promise(() => isListening(server.url))
      yield* Effect.repeat(refuses, { while: (listening) => listening })
      running.finish()
      assert.strictEqual(yield* Effect.promise(() => running.status), 201)
      assert.strictEqual(yield* Effect.promise(() => stopped), 0)
    }).pipe(Effect.scoped), 60_000)
})
