import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { createServer } from "node:net"
import { EppUri } from "../../src/message/EppUri.ts"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import type { EppTls } from "../../src/session/EppEndpoint.ts"
import { openSession } from "../../src/session/openSession.ts"
import { makeTimekeeper } from "../../src/session/Timekeeper.ts"
import { frame } from "../../src/wire/frame.ts"
import { greeting, type Peer, scriptedServer } from "../ScriptedServer.ts"
import { clientCertificate, clientKey, testAuthority } from "../testCertificates.ts"

const open = Effect.fnUntraced(function*({ port }: { readonly port: number }, tls: EppTls = { ca: testAuthority }) {
  const timekeeper = yield* makeTimekeeper
  const settings = {
    endpoint: { host: "127.0.0.1", port, tls },
    wanted: { objects: [EppUri.domain], extensions: [], language: "en" },
    patience: { greeting: 15_000, login: 30_000 }
  }
  return yield* openSession(settings, timekeeper, { clientId: "registrar", password: Redacted.make("open-sesame") })
})

const greetedWith = (onConnect: (peer: Peer) => void) => scriptedServer({ greeting: "none", onConnect })

const header = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

describe("openSession", () => {
  it.effect("waits for the greeting for 15 seconds, from the first packet on", () =>
    Effect.gen(function*() {
      const server = yield* greetedWith(() => undefined)
      const opening = yield* Effect.forkChild(Effect.flip(open(server)))
      yield* server.until(() => server.connections().open === 1)
      yield* TestClock.adjust("14 seconds")
      assert.isUndefined(opening.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Fiber.join(opening), { kind: "unreachable", answerLost: false })
      yield* server.until(() => server.connections().open === 0)
    }))

  it.effect("gives a server as long that takes the connection and never speaks TLS", () =>
    Effect.gen(function*() {
      const server = createServer().listen(0, "127.0.0.1")
      yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
      yield* Effect.promise(() => once(server, "listening"))
      const address = server.address()
      const port = address === null || typeof address === "string" ? 0 : address.port
      const connection = once(server, "connection")
      const opening = yield* Effect.forkChild(Effect.flip(open({ port })))
      yield* Effect.promise(() => connection)
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual((yield* Fiber.join(opening)).kind, "unreachable")
    }))

  for (const length of [0, 3, 4, 0x7fffffff, 0xffffffff]) {
    it.live(`ends the connection at a frame that says it has ${length} octets`, () =>
      Effect.gen(function*() {
        const server = yield* greetedWith(({ socket }) =>
          socket.write(Buffer.concat([header(length), Buffer.alloc(64)]))
        )
        const failure = yield* Effect.flip(open(server))
        assert.include(failure.text, `a frame of ${length} octets`)
        yield* server.until(() => server.connections().open === 0)
      }))
  }

  it.live("reads a greeting that comes octet by octet, with a character of three octets in it", () =>
    Effect.gen(function*() {
      const octets = frame(writeServerMessage({ ...greeting, server: "登録所" }))
      const server = yield* greetedWith(({ socket }) => {
        for (let at = 0; at < octets.length; at++) socket.write(octets.subarray(at, at + 1))
      })
      assert.strictEqual((yield* open(server)).greeting.server, "登録所")
    }))

  it.live("does not take an answer for a greeting, nor what is not EPP", () =>
    Effect.gen(function*() {
      for (const document of ["<epp", "<greeting/>", "<!DOCTYPE epp><epp/>"]) {
        const server = yield* greetedWith(({ write }) => write(document))
        assert.include((yield* Effect.flip(open(server))).text, "what is not EPP")
      }
      const server = yield* greetedWith(({ send }) => send({ ...answered, clTRID: "foreign" }))
      assert.include((yield* Effect.flip(open(server))).text, "belongs to no command")
    }))

  it.live("does not trust a server with an unknown issuer or another name", () =>
    Effect.gen(function*() {
      const server = yield* scriptedServer()
      assert.match((yield* Effect.flip(open(server, {}))).text, /certificate/)
      const other = { ca: testAuthority, serverName: "other.example" }
      assert.match((yield* Effect.flip(open(server, other))).text, /other\.example/)
      assert.strictEqual(server.received.length, 0)
      yield* open(server, { ca: testAuthority, serverName: "epp.registry.example" })
    }))

  it.live("asks for the server by the name that it is to have", () =>
    Effect.gen(function*() {
      const server = yield* scriptedServer()
      yield* open(server, { ca: testAuthority, serverName: "epp.registry.example" })
      assert.deepStrictEqual([...server.sockets].map((socket) => socket.servername), ["epp.registry.example"])
    }))

  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    it.live(`shows its certificate to a server that asks for one, and hears when it is refused (${version})`, () =>
      Effect.gen(function*() {
        const server = yield* scriptedServer({
          tls: {
            ca: testAuthority,
            requestCert: true,
            rejectUnauthorized: true,
            minVersion: version,
            maxVersion: version
          }
        })
        const failure = yield* Effect.flip(open(server))
        assert.deepInclude(failure, { kind: "unreachable", answerLost: false })
        assert.strictEqual(server.received.length, 0)
        yield* open(server, { ca: testAuthority, certificate: clientCertificate, key: Redacted.make(clientKey) })
        assert.strictEqual(server.of("Login").length, 1)
      }))
  }

  it.live("says of a key that cannot be read what is wrong, without the key", () =>
    Effect.gen(function*() {
      const server = yield* scriptedServer()
      const tls = { ca: testAuthority, certificate: clientCertificate, key: Redacted.make("no key at all") }
      const failure = yield* Effect.flip(open(server, tls))
      assert.strictEqual(failure.kind, "unreachable")
      assert.notInclude(failure.text, "no key at all")
    }))

  it.live("names the address if nothing listens on it", () =>
    Effect.gen(function*() {
      const { port } = yield* Effect.scoped(scriptedServer())
      assert.include((yield* Effect.flip(open({ port }))).text, "ECONNREFUSED")
    }))

  it.live("does not log in where none of its objects is known", () =>
    Effect.gen(function*() {
      const server = yield* scriptedServer({ greeting: { ...greeting, objects: [EppUri.contact] } })
      assert.strictEqual((yield* Effect.flip(open(server))).kind, "refused")
      assert.strictEqual(server.received.length, 0)
    }))

  it.effect("gives the login 30 seconds, and says that its answer is lost", () =>
    Effect.gen(function*() {
      const server = yield* scriptedServer({ on: () => true })
      const opening = yield* Effect.forkChild(Effect.flip(open(server)))
      yield* server.until(() => server.received.length === 1)
      yield* TestClock.adjust("30 seconds")
      assert.deepInclude(yield* Fiber.join(opening), { kind: "unreachable", answerLost: true })
    }))

  it.live("closes the connection if its caller is interrupted", () =>
    Effect.gen(function*() {
      const server = yield* scriptedServer({ on: () => true })
      const opening = yield* Effect.forkChild(open(server))
      yield* server.until(() => server.received.length === 1)
      yield* Fiber.interrupt(opening)
      yield* server.until(() => server.connections().open === 0)
    }))

  for (
    const [code, message, kind] of [
      [2200, "Authentication error", "credentials"],
      [2501, "Authentication error; server closing connection", "credentials"],
      [2501, "Session limit exceeded; server closing connection", "sessionLimit"],
      [2502, "Session limit exceeded; server closing connection", "sessionLimit"],
      [2400, "Command failed", "temporary"],
      [2103, "Unimplemented extension", "refused"]
    ] as const
  ) {
    it.live(`takes ${code} ${message} for ${kind}`, () =>
      Effect.gen(function*() {
        const server = yield* scriptedServer({
          on: ({ answer }) => (answer(code, `${message} (open-sesame)`), true)
        })
        const failure = yield* Effect.flip(open(server))
        assert.deepInclude(failure, { kind, code, text: `Login refused: ${code} ${message} (***)` })
        yield* server.until(() => server.connections().open === 0)
      }))
  }
})

const answered = {
  _tag: "Response",
  results: [{ code: 1000, message: "", values: [], reasons: [] }],
  extension: { other: [] },
  svTRID: "1"
} as const
