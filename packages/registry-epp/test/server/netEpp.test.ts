import { assert, describe, it } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog, tldSpec } from "@namewright/core/tlds"
import { Effect, Layer, Redacted } from "effect"
import { execFile, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { eppServer } from "../../src/server/index.ts"
import { serverCertificate } from "./TestServer.ts"

/** A run of an independent client through the life of a name; it stands beside the repository, which is complete without. */
const script = fileURLToPath(new URL("../../../../../shared/peers/peer-netepp.pl", import.meta.url))

const missing = (): string | undefined => {
  if (!existsSync(script)) return `${script} is not there`
  return spawnSync("perl", ["-MNet::EPP", "-e", "1"]).status === 0 ? undefined : "perl has no Net::EPP"
}
const reason = missing()

const testTld = tldSpec({
  name: "test",
  type: "gTLD",
  backend: "net-epp",
  roles: "Ratb",
  thick: true,
  lock: null
})
const registry = RegistrySimulator.layerWith({ unknown_names: "missing" }).pipe(
  Layer.provide(TldCatalog.layerOf([testTld], [])),
  Layer.provide(sqlite({ filename: ":memory:" }))
)

describe("Debian's Net::EPP", () => {
  const skipped = reason === undefined ? "" : ` (${reason})`
  it.live.skipIf(reason !== undefined)(`gets along with the EPP server${skipped}`, () =>
    Effect.gen(function*() {
      const { port } = yield* eppServer({
        port: 0,
        registry: "net-epp",
        registrars: [{ clientId: "perl", password: Redacted.make("secret-perl") }],
        tls: serverCertificate
      })
      const output = yield* Effect.callback<string>((resume) => {
        execFile("perl", [script, "127.0.0.1", String(port), "perl", "secret-perl", "test"], (_, stdout, stderr) => {
          resume(Effect.succeed(stdout + stderr))
        })
      })
      assert.match(output, /^failures 0$/m, output)
    }).pipe(Effect.scoped, Effect.provide(registry)))
})
