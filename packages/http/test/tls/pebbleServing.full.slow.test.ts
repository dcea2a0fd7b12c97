import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { requires } from "../../../../test/requires.ts"
import { startPebble } from "../../../acme/test/Pebble.ts"
import { servedProcess } from "../cli/ServedProcess.ts"
import { secureExchange } from "./secureExchange.ts"

const own = "app.namewright.test"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const pebble = Effect.acquireRelease(
  Effect.promise(() => startPebble()),
  (one) => Effect.promise(() => one[Symbol.asyncDispose]())
)

/** Time in which the certificate is issued, in milliseconds. */
const patience = 30_000

const issuedChain = async (file: string): Promise<string> => {
  const deadline = Date.now() + patience
  for (;;) {
    const database = new DatabaseSync(file, { readOnly: true })
    const row = database.prepare("SELECT chain, error_message FROM certificates").get()
    database.close()
    if (typeof row?.["chain"] === "string") return row["chain"]
    if (Date.now() > deadline) throw new Error(`Not issued: ${String(row?.["error_message"])}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe("namewright serve --tls acme with an authority over ACME", requires("pebble", "pebble-challtestsrv"), () => {
  it.live("answers its challenge over plain HTTP, and presents the certificate", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const { directoryUrl, httpPort, trustedRoots } = yield* pebble
      const [roots, file] = [join(path, "roots.pem"), join(path, "data.sqlite")]
      yield* Effect.promise(() => writeFile(roots, trustedRoots))
      const settings = {
        database: `sqlite:${file}`,
        tls: "acme",
        "base-url": `https://${own}`,
        "http-port": String(httpPort),
        "acme-directory": directoryUrl,
        "acme-roots": roots,
        "acme-email": "hostmaster@namewright.test",
        "acme-accept-terms": "true"
      }
      const served = yield* servedProcess(Object.entries(settings).map(([name, value]) => `--${name}=${value}`))
      const chain = yield* Effect.promise(() => issuedChain(file))
      const port = Number(/^ {2}HTTPS +\S+ port (\d+)/m.exec(served.printed())?.[1])
      // The root of Pebble is new in each process; the intermediate certificate is trusted in its place.
      const root = chain.split(/(?<=-----END CERTIFICATE-----\n)/).findLast((one) => one.includes("BEGIN")) ?? ""
      const answer = yield* Effect.promise(() => secureExchange({ port, root, sni: own }))
      assert.deepStrictEqual([answer.status, answer.names], [200, `DNS:${own}`])
      assert.strictEqual(yield* Effect.promise(() => served.stop()), 0)
    }).pipe(Effect.scoped), 90_000)
})
