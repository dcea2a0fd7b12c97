import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { servedProcess } from "../packages/http/test/cli/ServedProcess.ts"
import { eppServerProcess } from "./eppServerProcess.ts"
import { readmeWalk } from "./ReadmeWalk.ts"

const main = fileURLToPath(new URL("../packages/http/src/cli/main.ts", import.meta.url))
const account = { user: "acme", password: "secret-pw" }

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

/** Two registries, and the file that describes them. */
const registries = Effect.gen(function*() {
  const folder = yield* temporaryFolder
  const registry = Effect.fnUntraced(function*(name: string, profile: string, ...tlds: ReadonlyArray<string>) {
    const authority = `${name}.pem`
    const { port } = yield* eppServerProcess({ ...account, tlds, authority: join(folder, authority) })
    const tls = { ca: authority, serverName: "localhost" }
    return { ...account, tlds, profile, host: "127.0.0.1", port, tls }
  })
  const verisign = yield* registry("verisign", "generic-thick", "com", "net", "cc", "name")
  const denic = yield* registry("denic", "host-attributes", "de")
  const file = join(folder, "epp.json")
  yield* Effect.promise(() => writeFile(file, JSON.stringify({ registries: { verisign, denic } })))
  return `epp:${file}`
})

const namewright = (...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=namewright-source", main, ...args])
    return stdout
  })

readmeWalk(
  "with the registries behind EPP over TLS",
  Effect.flatMap(registries, (registry) => servedProcess(["--database", "sqlite::memory:", "--registry", registry])),
  ({ printed }) => assert.notInclude(printed(), account.password)
)

describe("registry doctor", () => {
  it.live("shows what a registry offers, and no password", () =>
    Effect.gen(function*() {
      const told = yield* namewright("registry", "doctor", "verisign", "--registry", yield* registries)
      assert.match(told, /^ok +Connection +127\.0\.0\.1:\d+, TLSv1\.3/m)
      assert.match(told, /^ok +Certificate +localhost/m)
      assert.match(told, /^ok +Login +as acme/m)
      assert.include(told, "urn:ietf:params:xml:ns:secDNS-1.1")
      assert.include(told, "1 session over all processes")
      assert.notInclude(told, account.password)
    }).pipe(Effect.scoped), 60_000)
})
