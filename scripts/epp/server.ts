import { runMain } from "@effect/platform-node/NodeRuntime"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog, type TldSpec } from "@namewright/core/tlds"
import { eppServer, selfSignedCertificate } from "@namewright/registry-epp/server"
import { Console, DateTime, Effect, Layer, Redacted } from "effect"
import { mkdir, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { servedRegistry, servedTlds } from "./servedTlds.ts"

/**
 * A registry for tests of EPP clients. Creates a certificate at each start, and runs until it is stopped. See
 * docs/epp-server.md.
 */
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "7700" },
    host: { type: "string", default: "127.0.0.1" },
    user: { type: "string", multiple: true },
    password: { type: "string", multiple: true },
    tld: { type: "string", multiple: true, default: ["test"] },
    database: { type: "string", default: ":memory:" },
    "ca-file": { type: "string", default: join(homedir(), ".namewright/epp-server-ca.pem") }
  }
})

const { database, host, password: passwords = [], tld: tlds, user: users = [] } = values
const port = Number(values.port)
const isLogin = users.every((user) => /^\S{3,16}$/.test(user)) && passwords.every((password) => password.length >= 6)
if (users.length === 0 || users.length !== passwords.length || !isLogin || !Number.isInteger(port)) {
  console.error("Usage: npm run epp:server -- --user ID --password PASSWORD [--user ID --password PASSWORD]...")
  console.error(
    "  [--port 7700] [--host 127.0.0.1] [--tld test]... [--database FILE] [--ca-file ~/.namewright/epp-server-ca.pem]"
  )
  console.error("An ID has 3 to 16 characters, a password at least 6.")
  process.exit(2)
}

const registrars = users.map((clientId, index) => ({ clientId, password: Redacted.make(passwords[index] ?? "") }))
const authority = resolve(values["ca-file"])

const serve = Effect.gen(function*() {
  const now = yield* DateTime.nowAsDate
  const tls = selfSignedCertificate({
    names: ["localhost"],
    addresses: [...new Set(["127.0.0.1", host])],
    notBefore: now,
    notAfter: new Date(now.getTime() + 365 * 86_400_000)
  })
  yield* Effect.promise(() => mkdir(dirname(authority), { recursive: true }))
  yield* Effect.promise(() => writeFile(authority, tls.certificate))
  const server = yield* eppServer({ port, host, registry: servedRegistry, registrars, tls })
  yield* Console.log(`EPP server   ${server.host}:${server.port}`)
  yield* Console.log(`TLDs         ${tlds.map((tld) => `.${tld}`).join(" ")}`)
  yield* Console.log(`Registrars   ${users.join(" ")}`)
  yield* Console.log(`Certificate  ${authority}`)
  yield* Console.log(`SHA-256      ${tls.fingerprint}`)
  return yield* Effect.never
})

const simulatorOf = (specs: ReadonlyArray<TldSpec>) =>
  RegistrySimulator.layerWith({ unknown_names: "missing" }).pipe(
    Layer.provide(TldCatalog.layerOf(specs, [])),
    Layer.provide(sqlite({ filename: database, synchronous: "normal" }))
  )

servedTlds(tlds).pipe(
  Effect.provide(TldCatalog.layer),
  Effect.flatMap((specs) => Effect.provide(Effect.scoped(serve), simulatorOf(specs))),
  Effect.catch((error) =>
    Effect.andThen(
      Console.error(error.message),
      Effect.sync(() => {
        process.exitCode = 1
      })
    )
  ),
  runMain
)
