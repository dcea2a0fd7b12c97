import { assert, layer } from "@effect/vitest"
import { contractBackends, contractTlds } from "@namewright/conformance"
import { RegistrySessionSlots, RegistrySimulator } from "@namewright/core/registry"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Exit, Fiber, Layer, Logger, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  type EppClient,
  type EppCredentials,
  eppPool,
  type EppPoolOptions,
  EppUri,
  fixedCredentials
} from "../../src/index.ts"
import {
  type EppServer,
  eppServer,
  type EppServerOptions,
  type RegistrarLogin,
  selfSignedCertificate
} from "../../src/server/index.ts"
import { until } from "../ScriptedServer.ts"
import { serverCertificate, serverKey, testAuthority } from "../testCertificates.ts"
import { frames, framesKeepToSchemas } from "./Registrars.ts"

const registry = Layer.merge(RegistrySimulator.layerWith({ unknown_names: "missing" }), RegistrySessionSlots.layerLocal)
  .pipe(Layer.provide(TldCatalog.layerOf(contractTlds, [])), Layer.provide(memoryDatabase()))

const short = Redacted.make("secret-ours")
const long = Redacted.make("A password of more than 16 characters")

const serverFor = (login: Partial<RegistrarLogin> = {}, options: Partial<EppServerOptions> = {}) =>
  eppServer({
    port: 0,
    registry: contractBackends.generic,
    registrars: [{ clientId: "ours", password: short, ...login }],
    tls: { certificate: serverCertificate, key: serverKey },
    onFrame: (direction, document) => frames.push({ direction, document }),
    ...options
  })

/** A pool in a process of its own, which goes by the real clock. */
const poolTo = ({ host, port }: EppServer, options: Partial<EppPoolOptions> = {}) =>
  TestClock.withLive(eppPool({
    name: "registry",
    endpoint: { host, port, tls: { ca: testAuthority } },
    credentials: fixedCredentials("ours", short),
    wanted: { objects: [EppUri.domain], extensions: [], language: "en" },
    ...options
  })).pipe(Effect.provide(RegistrySessionSlots.layerLocal, { local: true }))

const check = (client: EppClient) =>
  Effect.map(
    client.query({ _tag: "DomainCheck", names: ["free.generic"] }),
    ({ results: [{ code }] }) => code
  )

/** Credentials in memory. */
const credentialsInMemory = (): EppCredentials => {
  let [current, proposed]: [Redacted.Redacted, Redacted.Redacted | undefined] = [short, undefined]
  return {
    read: Effect.sync(() => ({ clientId: "ours", password: current, proposed })),
    propose: (password) => Effect.sync(() => void (proposed = password)),
    promote: Effect.sync(() => void ([current, proposed] = [proposed ?? current, undefined])),
    withdraw: Effect.sync(() => void (proposed = undefined))
  }
}

const certificate = (name: string) =>
  selfSignedCertificate({
    names: [name],
    addresses: [],
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000)
  })
const [own, foreign] = [certificate("ours.example"), certificate("theirs.example")]

layer(registry)("Sessions of the pool with the EPP server", (it) => {
  it.effect("change the password, also to a long one, after which the old one is refused", () =>
    Effect.gen(function*() {
      const server = yield* serverFor()
      const credentials = credentialsInMemory()
      const pool = yield* poolTo(server, { credentials })
      assert.strictEqual(yield* check(pool), 1000)
      yield* pool.changePassword(long)
      assert.strictEqual(yield* check(pool), 1000)
      assert.strictEqual(yield* check(yield* poolTo(server, { credentials })), 1000)
      const failure = yield* Effect.flip(check(yield* poolTo(server)))
      assert.deepInclude(failure, { _tag: "EppNotSent", reason: "refused" })
      assert.include(failure.text, "2200")
      for (const secret of [short, long]) assert.notInclude(failure.text, Redacted.value(secret))
    }).pipe(Effect.scoped))

  it.effect("report a password that expires soon, and are refused with an expired one", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const server = yield* serverFor({ passwordExpiresOn: new Date(86_400_000) })
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      const pool = yield* Effect.provide(poolTo(server), Logger.layer([logger]))
      assert.strictEqual(yield* check(pool), 1000)
      assert.isTrue(lines.some((line) => /password \(warning\), 1970-01-02/.test(line)), lines.join("\n"))
      yield* TestClock.adjust("2 days")
      const failure = yield* Effect.flip(check(yield* poolTo(server)))
      assert.deepInclude(failure, { _tag: "EppNotSent", reason: "refused" })
    }).pipe(Effect.scoped))

  it.effect("present the registrar's certificate, and are refused without it or with another one", () =>
    Effect.gen(function*() {
      const server = yield* serverFor({ certificateFingerprint: own.fingerprint }, { limits: { failedLoginMillis: 0 } })
      const showing = (shown?: typeof own) =>
        poolTo(server, {
          endpoint: {
            host: server.host,
            port: server.port,
            tls: {
              ca: testAuthority,
              ...(shown === undefined ? {} : { certificate: shown.certificate, key: Redacted.make(shown.key) })
            }
          }
        })
      assert.strictEqual(yield* check(yield* showing(own)), 1000)
      for (const shown of [undefined, foreign]) {
        assert.deepInclude(yield* Effect.flip(check(yield* showing(shown))), { _tag: "EppNotSent", reason: "refused" })
      }
    }).pipe(Effect.scoped))

  it.effect("do not end those of another process at the maximum number of sessions", () =>
    Effect.gen(function*() {
      const server = yield* serverFor({}, { limits: { sessionsPerRegistrar: 1 } })
      const other = yield* Scope.make()
      const first = yield* Scope.provide(poolTo(server), other)
      assert.strictEqual(yield* check(first), 1000)
      const second = yield* poolTo(server)
      const waiting = yield* Effect.forkChild(check(second))
      yield* until(() => frames.some(({ document }) => document.includes(`<result code="2502">`)))
      assert.strictEqual(yield* check(first), 1000)
      yield* Fiber.interrupt(waiting)
      yield* Scope.close(other, Exit.void)
      assert.strictEqual(yield* check(yield* poolTo(server)), 1000)
    }).pipe(Effect.scoped))

  it.effect("are reopened without an error after the server has closed idle ones", () =>
    Effect.gen(function*() {
      const server = yield* serverFor({}, { limits: { idleMillis: 60_000 } })
      const pool = yield* poolTo(server, { limits: { minimumSessions: 0 } })
      assert.strictEqual(yield* check(pool), 1000)
      assert.strictEqual(server.connections(), 1)
      yield* TestClock.adjust("2 minutes")
      yield* until(() => server.connections() === 0)
      assert.strictEqual(yield* check(pool), 1000)
      assert.strictEqual(server.connections(), 1)
    }).pipe(Effect.scoped))

  it.effect("end with a logout", () =>
    Effect.gen(function*() {
      const server = yield* serverFor()
      yield* Effect.scoped(Effect.flatMap(poolTo(server), check))
      assert.include(frames.at(-1)?.document, `<result code="1500">`)
      yield* until(() => server.connections() === 0)
    }).pipe(Effect.scoped))
})

framesKeepToSchemas()
