import { assert, describe, layer } from "@effect/vitest"
import { contractBackends } from "@namewright/conformance"
import { Effect, Layer, Redacted } from "effect"
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls"
import { eppServer, selfSignedCertificate } from "../../src/server/index.ts"
import { RawClient } from "./RawClient.ts"
import { sendsValidDocuments } from "./sendsValidDocuments.ts"
import {
  codeOf,
  connected,
  loggedIn,
  login,
  serverAuthority,
  serverCertificate,
  TestServer,
  written
} from "./TestServer.ts"

const own = selfSignedCertificate({
  names: ["ours.example"],
  addresses: [],
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 86_400_000)
})
const foreign = selfSignedCertificate({
  names: ["theirs.example"],
  addresses: [],
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 86_400_000)
})
const longPassword = "A password of more than 16 characters"
const day = 86_400_000

const registrars = [
  { clientId: "ours", password: Redacted.make("secret-ours") },
  { clientId: "long", password: Redacted.make(longPassword) },
  // The test clock begins in 1970.
  { clientId: "soon", password: Redacted.make("secret-soon"), passwordExpiresOn: new Date(10 * day) },
  { clientId: "later", password: Redacted.make("secret-later"), passwordExpiresOn: new Date(100 * day) },
  { clientId: "over", password: Redacted.make("secret-over"), passwordExpiresOn: new Date(0) },
  {
    clientId: "known",
    password: Redacted.make("secret-known"),
    certificateFingerprint: own.fingerprint.replaceAll(":", "").toLowerCase()
  }
]

layer(Layer.fresh(TestServer.layerWith({ registrars, limits: { sessionsPerRegistrar: 2 } })))(
  "Access to the EPP server",
  (it) => {
    it.effect("replaces the old password by a new one", () =>
      Effect.gen(function*() {
        const client = yield* connected()
        assert.strictEqual(yield* codeOf(client, login({ newPassword: "another-one" })), 1000)
        const next = yield* connected()
        assert.strictEqual(yield* codeOf(next, login()), 2200)
        assert.strictEqual(yield* codeOf(next, login({ password: "another-one", newPassword: "secret-ours" })), 1000)
        const last = yield* Effect.scoped(Effect.flatMap(connected(), (other) => codeOf(other, login())))
        assert.strictEqual(last, 2502)
      }).pipe(Effect.scoped))

    it.effect("takes a long password in the extension for it", () =>
      Effect.gen(function*() {
        const document = written(login({ clientId: "long", password: longPassword }))
        assert.include(document, "[LOGIN-SECURITY]")
        assert.strictEqual(yield* codeOf(yield* connected(), document), 1000)
      }).pipe(Effect.scoped))

    it.effect("warns of a password that expires soon, if the client announced to understand that", () =>
      Effect.gen(function*() {
        const { extension } = yield* (yield* connected()).ask(written(login({ clientId: "soon" })))
        assert.deepStrictEqual(extension.loginSecurity?.map(({ expiresOn, level, type }) => [type, level, expiresOn]), [
          ["password", "warning", "1970-01-11T00:00:00.000Z"]
        ])
        const silent = yield* (yield* connected()).ask(written(login({ clientId: "soon", extensions: [] })))
        assert.deepStrictEqual([silent.results[0].code, silent.extension.loginSecurity], [1000, undefined])
        const later = yield* (yield* connected()).ask(written(login({ clientId: "later" })))
        assert.isUndefined(later.extension.loginSecurity)
      }).pipe(Effect.scoped))

    it.effect("refuses an expired password unless a new one comes with it", () =>
      Effect.gen(function*() {
        const client = yield* connected()
        const { extension, results } = yield* client.ask(written(login({ clientId: "over" })))
        assert.deepStrictEqual([results[0].code, extension.loginSecurity?.[0]?.level], [2200, "error"])
        assert.strictEqual(yield* codeOf(client, login({ clientId: "over", newPassword: "another-one" })), 1000)
      }).pipe(Effect.scoped))

    it.effect("wants the certificate of the registrar who has one", () =>
      Effect.gen(function*() {
        const { port } = yield* TestServer
        const asKnown = login({ clientId: "known" })
        assert.strictEqual(yield* codeOf(yield* connected(), asKnown), 2200)
        for (const [{ certificate, key }, code] of [[foreign, 2200], [own, 1000]] as const) {
          const client = yield* RawClient.open({
            port,
            host: "127.0.0.1",
            ca: serverAuthority,
            cert: certificate,
            key
          })
          yield* client.greeting
          assert.strictEqual(yield* codeOf(client, asKnown), code)
        }
      }).pipe(Effect.scoped))

    it.effect("is for as many sessions of a registrar as are allowed, and a closed one makes room", () =>
      Effect.gen(function*() {
        const first = yield* loggedIn({ clientId: "long", password: longPassword })
        yield* Effect.scoped(Effect.gen(function*() {
          const second = yield* loggedIn({ clientId: "long", password: longPassword })
          const third = yield* connected()
          assert.strictEqual(yield* codeOf(third, login({ clientId: "long", password: longPassword })), 2502)
          assert.isUndefined(yield* third.next)
          assert.strictEqual(yield* codeOf(second, { _tag: "Logout" }), 1500)
          assert.isUndefined(yield* second.next)
        }))
        const fourth = yield* loggedIn({ clientId: "long", password: longPassword })
        for (const client of [first, fourth]) {
          assert.strictEqual(yield* codeOf(client, { _tag: "DomainCheck", names: ["free.generic"] }), 1000)
        }
      }).pipe(Effect.scoped))

    it.effect("begins with a free port and a certificate that fits its key, or not at all", () =>
      Effect.gen(function*() {
        const { port } = yield* TestServer
        const options = { port: 0, registry: contractBackends.generic, registrars: [], tls: serverCertificate }
        const taken = yield* Effect.flip(eppServer({ ...options, port }))
        assert.include(taken.message, "EADDRINUSE")
        const unfit = yield* Effect.flip(eppServer({ ...options, tls: { ...serverCertificate, key: own.key } }))
        assert.strictEqual(unfit.message, "The certificate and the key are not usable")
      }).pipe(Effect.scoped))

    it.effect("is by TLS 1.2 or later, with a certificate that clients can check", () =>
      Effect.gen(function*() {
        const { port } = yield* TestServer
        const trusting = yield* handshake({ port, ca: serverAuthority, servername: "localhost" })
        assert.strictEqual(trusting, "TLSv1.3")
        assert.strictEqual(yield* handshake({ port, servername: "localhost" }), "DEPTH_ZERO_SELF_SIGNED_CERT")
        assert.match(
          yield* handshake({ port, ca: serverAuthority, servername: "localhost", maxVersion: "TLSv1.1" }),
          /^ERR_SSL/
        )
      }))
  }
)

/** The version that a handshake ends with, or the code of what is wrong. */
const handshake = (options: ConnectionOptions) =>
  Effect.promise(() =>
    new Promise<string>((resolve) => {
      const socket: TLSSocket = connect({ host: "127.0.0.1", ...options }, () => {
        resolve(socket.getProtocol() ?? "")
        socket.destroy()
      })
      socket.on("error", (error) => resolve("code" in error ? String(error.code) : error.message))
    })
  )

describe("Access to the EPP server", () => {
  sendsValidDocuments()
})
