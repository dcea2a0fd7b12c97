import { assert, describe, it } from "@effect/vitest"
import { RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog, tldSpec } from "@namewright/core/tlds"
import { Effect, Layer, Redacted } from "effect"
import { execFile } from "node:child_process"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { netEppWalk, requires } from "../../../../test/requires.ts"
import { eppServer } from "../../src/server/index.ts"
import { serverCertificate } from "./TestServer.ts"

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
  Layer.provide(memoryDatabase())
)

describe("Debian's Net::EPP", () => {
  it.live("gets along with the EPP server", () =>
    Effect.gen(function*() {
      const { port } = yield* eppServer({
        port: 0,
        registry: "net-epp",
        registrars: [{ clientId: "perl", password: Redacted.make("secret-perl") }],
        tls: serverCertificate
      })
      const output = yield* Effect.callback<string>((resume) => {
        execFile(
          "perl",
          [netEppWalk, "127.0.0.1", String(port), "perl", "secret-perl", "test"],
          (_, stdout, stderr) => {
            resume(Effect.succeed(stdout + stderr))
          }
        )
      })
      assert.match(output, /^failures 0$/m, output)
    }).pipe(Effect.scoped, Effect.provide(registry)), requires("Net::EPP walk", "Net::EPP for Perl"))
})
