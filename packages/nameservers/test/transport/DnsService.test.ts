import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, type Scope } from "effect"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { startedSockets } from "../../../../test/startedSockets.ts"
import { frame } from "../../src/transport/DnsFrame.ts"
import { dnsService, type DnsServiceOptions } from "../../src/transport/DnsService.ts"
import type { Responder } from "../../src/transport/effectHandlers.ts"
import { isClosed } from "../embedded/ServerOfTest.ts"
import { respondingServer } from "./respondingServer.ts"

const host = "127.0.0.1"

const echo: Responder = (octets, _, reply) => reply(octets)

const echoing = (limits: DnsServiceOptions["limits"] = {}, respond: Responder = echo) =>
  respondingServer(respond, { host: "0.0.0.0", limits })

/** A connection from an address of this machine; closed with the scope. */
const connectedFrom = (localAddress: string, port: number): Effect.Effect<Socket, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect({ host, port, localAddress, noDelay: true })
      socket.on("error", () => undefined)
      await once(socket, "connect")
      return socket
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

/** True if what is written comes back. */
const isAnswered = (socket: Socket) =>
  Effect.promise(() => {
    socket.write(frame(Buffer.from("question")))
    return new Promise<boolean>((resolve) => {
      socket.once("data", () => resolve(true)).once("close", () => resolve(false))
    })
  })

/** Writes an octet again and again until the scope closes, the first one the beginning of a length. */
const drip = (socket: Socket) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      socket.write(Uint8Array.of(1))
      return setInterval(() => socket.writable && socket.write(Uint8Array.of(0)), 10)
    }),
    (timer) => Effect.sync(() => clearInterval(timer))
  )

describe("connections to a server", () => {
  it.live("are 100 of one network and 1,000 of all where nothing else is set", () =>
    Effect.gen(function*() {
      const port = yield* echoing()
      const hosts = Array.from({ length: 100 }, (_, index) => index + 1)
      for (let network = 0; network < 10; network++) {
        const connectFrom = (last: number) => connectedFrom(`127.0.${network}.${last}`, port)
        const [first, ...others] = yield* Effect.forEach(hosts, connectFrom, { concurrency: 10 })
        assert.isTrue(yield* isClosed(yield* connectFrom(101)))
        assert.isTrue(first !== undefined && (yield* isAnswered(first)))
        assert.isTrue(others.every((socket) => !socket.closed))
      }
      assert.isTrue(yield* isClosed(yield* connectedFrom("127.0.10.1", port)))
    }).pipe(Effect.scoped), 30_000)

  it.live("make room when they end", () =>
    Effect.gen(function*() {
      const port = yield* echoing({ connections: 1, connections_per_network: 1 })
      const first = yield* connectedFrom(host, port)
      assert.isTrue(yield* isAnswered(first))
      assert.isTrue(yield* isClosed(yield* connectedFrom(host, port)))
      first.end()
      assert.isTrue(yield* isClosed(first))
      assert.isTrue(yield* isAnswered(yield* connectedFrom(host, port)))
    }).pipe(Effect.scoped))

  it.live("end when a message arrives in drops", () =>
    Effect.gen(function*() {
      const port = yield* echoing({ read: 200 })
      const socket = yield* connectedFrom(host, port)
      yield* drip(socket)
      assert.isTrue(yield* isClosed(socket))
    }).pipe(Effect.scoped))

  it.live("end when a later message arrives in drops", () =>
    Effect.gen(function*() {
      const port = yield* echoing({ read: 200 })
      const socket = yield* connectedFrom(host, port)
      assert.isTrue(yield* isAnswered(socket))
      yield* drip(socket)
      assert.isTrue(yield* isClosed(socket))
    }).pipe(Effect.scoped))

  it.live("last longer than a message may take whose octets arrive in time", () =>
    Effect.gen(function*() {
      const port = yield* echoing({ read: 600 })
      const socket = yield* connectedFrom(host, port)
      const question = frame(Buffer.from("question"))
      socket.write(question.subarray(0, 3))
      for (let count = 0; count < 4; count++) {
        yield* Effect.sleep("200 millis")
        socket.write(Buffer.concat([question.subarray(3), question.subarray(0, 3)]))
        const [back] = yield* Effect.promise(() => once(socket, "data"))
        assert.deepStrictEqual(back, question)
      }
    }).pipe(Effect.scoped))

  it.live("end when no message arrives", () =>
    Effect.gen(function*() {
      const port = yield* echoing({ read: 50 })
      assert.isTrue(yield* isClosed(yield* connectedFrom(host, port)))
    }).pipe(Effect.scoped))

  it.live("end when nothing is sent for the idle time", () =>
    Effect.gen(function*() {
      const port = yield* echoing({ idle: 50 })
      const socket = yield* connectedFrom(host, port)
      assert.isTrue(yield* isAnswered(socket))
      assert.isTrue(yield* isClosed(socket))
    }).pipe(Effect.scoped))

  it.live("end when a message is longer than any question", () =>
    Effect.gen(function*() {
      const port = yield* echoing()
      const socket = yield* connectedFrom(host, port)
      socket.write(Uint8Array.of(0xff, 0xff, 0))
      assert.isTrue(yield* isClosed(socket))
    }).pipe(Effect.scoped))

  it.live("end when the client does not take the answer, and the answer with them", () =>
    Effect.gen(function*() {
      const ended = yield* Deferred.make<number>()
      const sent = { messages: 0 }
      const endless: Responder = (_, __, reply) =>
        Effect.forever(Effect.andThen(reply(new Uint8Array(60_000)), Effect.sync(() => void sent.messages++))).pipe(
          Effect.onExit(() => Deferred.succeed(ended, sent.messages))
        )
      const port = yield* echoing({ write: 200 }, endless)
      const socket = yield* connectedFrom(host, port)
      socket.pause()
      socket.write(frame(Buffer.from("question")))
      // The buffers of the system take some of them.
      assert.isBelow(yield* Deferred.await(ended), 1000)
    }).pipe(Effect.scoped))

  it.live("are not read further while the client does not read, also by a handler that responds at once", () =>
    Effect.gen(function*() {
      let handled = 0
      const port = yield* dnsService({ host, port: 0 }, {
        concurrency: 64,
        tcp: (_, connection) => {
          handled++
          connection.send(new Uint8Array(20_000))
          connection.finish()
        },
        udp: () => undefined
      })
      const socket = yield* connectedFrom(host, port)
      const question = frame(Buffer.from("question"))
      // Their responses are more than the buffers of the system hold.
      socket.pause().write(Buffer.concat(Array.from({ length: 3000 }, () => question)))
      const later = Effect.delay(Effect.sync(() => handled), "200 millis")
      for (let before = -1, now = yield* later; before !== now; now = yield* later) before = now
      assert.isAbove(handled, 0)
      assert.isBelow(handled, 1500)
    }).pipe(Effect.scoped))

  it.live("are answered before they end when the client sends no more", () =>
    Effect.gen(function*() {
      const port = yield* echoing()
      const socket = yield* connectedFrom(host, port)
      const question = frame(Buffer.from("question"))
      socket.end(Buffer.concat([question, question]))
      const chunks: Array<Buffer> = yield* Effect.promise(() => socket.toArray())
      assert.deepStrictEqual(Buffer.concat(chunks), Buffer.concat([question, question]))
    }).pipe(Effect.scoped))

  it.live("are read again after an answer that took longer than a message may take to arrive", () =>
    Effect.gen(function*() {
      const slow: Responder = (octets, _, reply) => Effect.andThen(Effect.sleep("1200 millis"), reply(octets))
      const port = yield* echoing({ read: 1000 }, slow)
      const socket = yield* connectedFrom(host, port)
      const question = frame(Buffer.from("question"))
      socket.write(Buffer.concat([question, question.subarray(0, 3)]))
      yield* Effect.promise(() => once(socket, "data"))
      socket.write(question.subarray(3))
      const [back] = yield* Effect.promise(() => once(socket, "data"))
      assert.deepStrictEqual(back, question)
    }).pipe(Effect.scoped))
})

describe("a connection or datagram that the system cannot take", () => {
  it.live("does not end the process, from the start of the server on", () =>
    Effect.gen(function*() {
      const sockets = yield* startedSockets
      const port = yield* echoing()
      assert.lengthOf(sockets.started(), 2)
      assert.isEmpty(sockets.withoutListener())
      yield* sockets.raise
      yield* sockets.raise
      assert.isTrue(yield* isAnswered(yield* connectedFrom(host, port)))
    }).pipe(Effect.scoped))
})
