import { contractBackends, contractTlds } from "@namewright/conformance"
import { RegistrySimulator, type SimulatorSettings } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { Context, Effect, Layer, Redacted } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { type EppCommand, EppUri, type Login } from "../../src/index.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { type EppServer, eppServer, type EppServerOptions, selfSignedCertificate } from "../../src/server/index.ts"
import { RawClient } from "./RawClient.ts"

export const serverCertificate = selfSignedCertificate({
  names: ["localhost"],
  addresses: ["127.0.0.1"],
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 86_400_000)
})

/** The authority that vouches for the server. */
export const serverAuthority = serverCertificate.certificate

/** Replacement of a response by a test. */
export const garbage = "<html/>"

/** Every document that a server of this run sent, but for garbage. */
export const sentDocuments: Array<string> = []

/** A server in front of the generic registry of the registry suite; `ours` and `theirs` may log in. */
export class TestServer extends Context.Service<TestServer, EppServer>()("registry-epp/test/TestServer") {
  static readonly layerWith = (options: Partial<EppServerOptions> = {}, settings: Partial<SimulatorSettings> = {}) =>
    Layer.effect(
      TestServer,
      eppServer({
        port: 0,
        registry: contractBackends.generic,
        registrars: [
          { clientId: "ours", password: Redacted.make("secret-ours") },
          { clientId: "theirs", password: Redacted.make("secret-theirs") }
        ],
        tls: serverCertificate,
        onFrame: (direction, document) => {
          if (direction === "sent" && document !== garbage) sentDocuments.push(document)
        },
        ...options,
        // Many tests contain failed logins, and the test clock does not advance.
        limits: { failedLoginMillis: 0, ...options.limits }
      })
    ).pipe(
      Layer.provideMerge(RegistrySimulator.layerWith({ unknown_names: "missing", ...settings })),
      Layer.provide(TldCatalog.layerOf(contractTlds, [])),
      Layer.provideMerge(memoryDatabase())
    )

  static readonly layer = TestServer.layerWith()
}

/** A connection whose greeting was read. */
export const connected = Effect.fnUntraced(function*(port?: number) {
  const server = yield* TestServer
  const client = yield* RawClient.open({
    port: port ?? server.port,
    host: "127.0.0.1",
    ca: serverCertificate.certificate
  })
  yield* client.greeting
  return client
})

let sent = 0

/** Command as a document, with a unique transaction id by default. */
export const written = (command: EppCommand, clTRID = `TEST-${++sent}`): string => writeCommand(command, { clTRID })

export const allExtensions = [
  EppUri.secDNS,
  EppUri.rgp,
  EppUri.fee,
  EppUri.launch,
  EppUri.loginSec,
  EppUri.changePoll,
  "http://www.nic.at/xsd/at-ext-verification-1.0"
]

export const login = (changes: Partial<Login> = {}): Login => ({
  _tag: "Login",
  clientId: "ours",
  password: `secret-${changes.clientId ?? "ours"}`,
  version: "1.0",
  language: "en",
  objects: [EppUri.domain, EppUri.contact, EppUri.host],
  extensions: allExtensions,
  ...changes
})

/** The result code of the answer to a command. */
export const codeOf = (client: RawClient, command: EppCommand | string): Effect.Effect<number> =>
  Effect.map(client.ask(typeof command === "string" ? command : written(command)), ({ results }) => results[0].code)

/** A registrar's connection, logged in. */
export const loggedIn = Effect.fnUntraced(function*(changes: Partial<Login> = {}) {
  const client = yield* connected()
  const code = yield* codeOf(client, login(changes))
  if (code !== 1000) return yield* Effect.die(new Error(`The login was answered with ${code}`))
  return client
})
