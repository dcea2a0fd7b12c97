import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { connect as connectTls } from "node:tls"
import { startedSockets } from "../../../../test/startedSockets.ts"
import type { Login } from "../../src/index.ts"
import { standardServerLimits } from "../../src/server/EppServerOptions.ts"
import type { EppServerLimits } from "../../src/server/index.ts"
import { frame } from "../../src/wire/frame.ts"
import {
  codeOf,
  connected,
  loggedIn,
  login,
  sentDocuments,
  serverAuthority,
  TestServer,
  written
} from "./TestServer.ts"

const serverWith = (limits: Partial<EppServerLimits>) => Effect.provide(Layer.fresh(TestServer.layerWith({ limits })))

/** The pause after failed logins where nothing else is set. */
const { failedLoginMillis } = standardServerLimits

/** A connection without TLS from an address of this machine. */
const plainSocket = (port: number, localAddress: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect({ host: "127.0.0.1", port, localAddress })
      socket.on("error", () => undefined).resume()
      await once(socket, "connect")
      return socket
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

const closed = (socket: Socket) => Effect.promise(() => socket.closed ? Promise.resolve([]) : once(socket, "close"))

/** Their greetings are more than the buffers of the system hold. */
const hellos = 20_000

/** Lets documents reach the server and be taken up there. */
const arrived = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))

describe("a connection without a login", () => {
  it.effect("is closed in time, also while it is used", () =>
    Effect.gen(function*() {
      const client = yield* connected()
      client.send(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>`)
      yield* client.greeting
      // The beginning of a frame that never ends.
      client.write(Buffer.from([0, 0, 1]))
      assert.isUndefined(yield* client.next)
    }).pipe(Effect.scoped, serverWith({ loginMillis: 300 })))

  it.effect("is closed after a minute where nothing else is set", () =>
    Effect.gen(function*() {
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })),
        () => Effect.sync(() => vi.useRealTimers())
      )
      const client = yield* connected()
      vi.advanceTimersByTime(59_999)
      client.send(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>`)
      yield* client.greeting
      vi.advanceTimersByTime(1)
      assert.isUndefined(yield* client.next)
    }).pipe(Effect.scoped, serverWith({})))

  it.effect("is closed in time before its TLS handshake", () =>
    Effect.gen(function*() {
      const { port } = yield* TestServer
      yield* closed(yield* plainSocket(port, "127.0.0.1"))
    }).pipe(Effect.scoped, serverWith({ loginMillis: 100 })))

  it.effect("is another's affair: a session goes on", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const idle = yield* connected()
      assert.isUndefined(yield* idle.next)
      assert.strictEqual(yield* codeOf(client, { _tag: "DomainCheck", names: ["free.generic"] }), 1000)
    }).pipe(Effect.scoped, serverWith({ loginMillis: 500 })))
})

describe("connections", () => {
  it.effect("of one address leave room for others", () =>
    Effect.gen(function*() {
      const { port } = yield* TestServer
      const own = yield* Effect.forEach([1, 2, 3], () => plainSocket(port, "127.0.0.1"))
      yield* closed(yield* plainSocket(port, "127.0.0.1"))
      const other = yield* plainSocket(port, "127.0.1.1")
      yield* arrived
      assert.isFalse(other.closed)
      own[0]?.destroy()
      yield* arrived
      yield* loggedIn()
    }).pipe(Effect.scoped, serverWith({ connectionsPerNetwork: 3 })))

  it.effect("are 100 of one address and 500 of all where nothing else is set", () =>
    Effect.gen(function*() {
      const { port } = yield* TestServer
      const hundred = Array.from({ length: 100 })
      for (const last of [1, 2, 3, 4, 5]) {
        const address = `127.0.1.${last}`
        const own = yield* Effect.forEach(hundred, () => plainSocket(port, address), { concurrency: 20 })
        yield* closed(yield* plainSocket(port, address))
        assert.isTrue(own.every((socket) => !socket.closed))
      }
      yield* closed(yield* plainSocket(port, "127.0.1.6"))
    }).pipe(Effect.scoped, serverWith({})))

  it.effect("are as many as are allowed, and a closed one makes room", () =>
    Effect.gen(function*() {
      const { connections, port } = yield* TestServer
      yield* Effect.scoped(Effect.gen(function*() {
        yield* loggedIn()
        yield* plainSocket(port, "127.0.1.1")
        yield* closed(yield* plainSocket(port, "127.0.1.2"))
      }))
      while (connections() > 0) yield* arrived
      yield* arrived
      yield* loggedIn()
    }).pipe(Effect.scoped, serverWith({ connections: 2 })))

  it.effect("that do not read their responses are not answered further", () =>
    Effect.gen(function*() {
      const { port } = yield* TestServer
      const socket = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const opened = connectTls({ host: "127.0.0.1", port, ca: serverAuthority, servername: "localhost" })
          opened.on("error", () => undefined)
          await once(opened, "secureConnect")
          return opened.pause()
        }),
        (opened) => Effect.sync(() => void opened.destroy())
      )
      const before = sentDocuments.length
      const hello = frame(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>`)
      for (let index = 0; index < hellos; index++) socket.write(hello)
      for (let sent = -1; sent < sentDocuments.length;) {
        sent = sentDocuments.length
        yield* Effect.forEach([1, 2, 3, 4], () => arrived)
      }
      assert.isAbove(sentDocuments.length - before, 0)
      assert.isBelow(sentDocuments.length - before, hellos / 2)
    }).pipe(Effect.scoped, serverWith({})))
})

describe("failed logins", () => {
  const wrong = login({ password: "not-the-one" })

  /** A login that is answered after so many milliseconds, and not before. */
  const answeredAfter = Effect.fnUntraced(function*(pause: number, sent: Login) {
    const answered = yield* Effect.forkChild(Effect.flatMap(connected(), (client) => codeOf(client, sent)))
    yield* arrived
    if (pause > 0) {
      yield* TestClock.adjust(pause - 1)
      yield* arrived
      assert.isUndefined(answered.pollUnsafe())
      yield* TestClock.adjust(1)
    }
    return yield* Fiber.join(answered)
  })

  it.effect("delay the next login of the account over any connection, each longer than the one before", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* answeredAfter(0, wrong), 2200)
      for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
        assert.strictEqual(yield* answeredAfter(pause, wrong), 2200)
      }
      assert.strictEqual(yield* answeredAfter(30_000, login()), 1000)
      assert.strictEqual(yield* answeredAfter(0, wrong), 2200)
      assert.strictEqual(yield* answeredAfter(1000, login()), 1000)
    }).pipe(Effect.scoped, serverWith({ failedLoginMillis })))

  it.effect("of one account do not delay another", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* codeOf(yield* connected(), wrong), 2200)
      assert.strictEqual(yield* codeOf(yield* connected(), login({ clientId: "theirs" })), 1000)
    }).pipe(Effect.scoped, serverWith({ failedLoginMillis })))

  it.effect("of an unknown client are delayed like those of a known one", () =>
    Effect.gen(function*() {
      const unknown = login({ clientId: "nobody" })
      assert.strictEqual(yield* answeredAfter(0, unknown), 2200)
      assert.strictEqual(yield* answeredAfter(1000, unknown), 2200)
      assert.strictEqual(yield* answeredAfter(2000, unknown), 2200)
    }).pipe(Effect.scoped, serverWith({ failedLoginMillis })))

  it.effect("wait for their turn, as many as an account may have sessions", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* codeOf(yield* connected(), wrong), 2200)
      const waiting = yield* connected()
      waiting.send(written(login()))
      yield* arrived
      const another = yield* connected()
      assert.strictEqual(yield* codeOf(another, login()), 2502)
      assert.isUndefined(yield* another.next)
      const answer = yield* Effect.forkChild(waiting.response)
      yield* arrived
      assert.isUndefined(answer.pollUnsafe())
      yield* TestClock.adjust(1000)
      assert.strictEqual((yield* Fiber.join(answer)).results[0].code, 1000)
    }).pipe(Effect.scoped, serverWith({ failedLoginMillis, sessionsPerRegistrar: 1 })))

  it.effect("give a client that has hung up meanwhile no session", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* codeOf(yield* connected(), wrong), 2200)
      yield* Effect.scoped(Effect.gen(function*() {
        const gone = yield* connected()
        gone.send(written(login()))
        yield* arrived
      }))
      yield* arrived
      yield* TestClock.adjust(1000)
      assert.strictEqual(yield* codeOf(yield* connected(), login()), 1000)
    }).pipe(Effect.scoped, serverWith({ failedLoginMillis, sessionsPerRegistrar: 1 })))
})

describe("a connection that the system cannot accept", () => {
  it.effect("does not end the process", () =>
    Effect.gen(function*() {
      const sockets = yield* startedSockets
      yield* Effect.gen(function*() {
        assert.lengthOf(sockets.started(), 1)
        assert.isEmpty(sockets.withoutListener())
        yield* sockets.raise
        yield* sockets.raise
        yield* connected()
      }).pipe(serverWith({}))
    }).pipe(Effect.scoped))
})
