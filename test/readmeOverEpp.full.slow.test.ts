import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { servedProcess } from "../packages/http/test/cli/ServedProcess.ts"
import { eppServerProcess } from "./eppServerProcess.ts"
import { freePort } from "./freePort.ts"
import { commandsOf, filesOfCheckout, readmeWalk, runCommands } from "./ReadmeWalk.ts"

const account = { user: "acme", password: "secret-pw" }

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

/** Two registries and their configuration file. */
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

readmeWalk(
  "with the registries behind EPP over TLS",
  Effect.flatMap(registries, (registry) => servedProcess(["--database", "sqlite::memory:", "--registry", registry])),
  ({ printed }) => assert.notInclude(printed(), account.password)
)

describe("README", () => {
  it.live(
    "has commands for EPP that report the features of a registry, show no password, and leave no files",
    () =>
      Effect.gen(function*() {
        const before = filesOfCheckout()
        const port = yield* Effect.promise(freePort)
        const commands = (yield* Effect.promise(() => commandsOf("docs/walks/epp.md")))
          .replaceAll("7700", String(port))
          // Waits until the server accepts connections and stops it at the end, as a person would.
          .replace(
            / &$/m,
            ` >&2 &\ntrap 'kill %1' EXIT\nuntil (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>&-; do sleep 0.1; done`
          )
          .replace(/^npm start .*$/m, "")
        const printed = yield* Effect.promise(() => runCommands(commands))
        assert.match(printed, /^ok +Connection +127\.0\.0\.1:\d+, TLSv1\.3/m)
        assert.match(printed, /^ok +Certificate +localhost/m)
        assert.match(printed, /^ok +Login +as acme/m)
        assert.include(printed, "urn:ietf:params:xml:ns:secDNS-1.1")
        assert.include(printed, "4 sessions over all processes")
        assert.notInclude(printed, account.password)
        assert.deepStrictEqual(filesOfCheckout(), before)
      }),
    300_000
  )
})
