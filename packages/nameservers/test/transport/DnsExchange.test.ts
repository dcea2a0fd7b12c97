import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Option, type Scope } from "effect"
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from "node:dgram"
import { once } from "node:events"
import { createServer, type Socket as TcpSocket } from "node:net"
import { dnsExchange, type ExchangeOptions, type Transport } from "../../src/transport/DnsExchange.ts"
import { frame } from "../../src/transport/DnsFrame.ts"
import { respondingServer } from "./respondingServer.ts"

const header = (id: number, flags: number): Buffer => {
  const octets = Buffer.alloc(12)
  octets.writeUInt16BE(id, 0)
  octets.writeUInt16BE(flags, 2)
  return octets
}
const response = { flags: 0x8000, truncated: 0x8200 }
const query = Buffer.concat([header(4711, 0), Buffer.from("query")])

/** A response with a text behind its header. */
const responseOf = (text: string, flags = response.flags, id = 4711): Buffer =>
  Buffer.concat([header(id, flags), Buffer.from(text)])

const textOf = (octets: Buffer): string | undefined => octets.subarray(12).toString() || undefined

const exchanged = (port: number, options: Partial<ExchangeOptions> = {}) =>
  Effect.map(
    dnsExchange({ host: "127.0.0.1", port }, query, textOf, { transport: "udp", timeout: 300, ...options }),
    Option.getOrUndefined
  )

const openUdp = (address = "127.0.0.1"): Effect.Effect<UdpSocket, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = createSocket("udp4")
      const isOpen = once(socket, "listening")
      socket.bind({ address, port: 0 })
      await isOpen
      return socket
    }),
    (socket) => Effect.sync(() => socket.close())
  )

/** A server over UDP alone. Returns its port. */
const udpServer = Effect.fnUntraced(function*(respond: (from: RemoteInfo, socket: UdpSocket) => void) {
  const socket = yield* openUdp()
  socket.on("message", (_, from) => respond(from, socket))
  return socket.address().port
})

/** A server over TCP alone. Returns its port. */
const tcpServer = (respond: (socket: TcpSocket) => void): Effect.Effect<number, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const sockets = new Set<TcpSocket>()
    const server = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const opened = createServer((socket) => {
          sockets.add(socket.on("error", () => undefined))
          socket.once("data", () => respond(socket))
        })
        const isOpen = once(opened, "listening")
        opened.listen(0, "127.0.0.1")
        await isOpen
        return opened
      }),
      (opened) =>
        Effect.promise(() =>
          new Promise<void>((resolve) => {
            opened.close(() => resolve())
            for (const socket of sockets) socket.destroy()
          })
        )
    )
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  })

describe("dnsExchange over UDP", () => {
  it.live("reads the response with its id", () =>
    Effect.gen(function*() {
      const port = yield* udpServer((from, socket) => {
        const send = (octets: Buffer) => socket.send(octets, from.port, from.address)
        send(responseOf("other id", response.flags, 4712))
        send(responseOf("query", 0))
        send(header(4711, response.flags).subarray(0, 11))
        send(responseOf("response"))
      })
      assert.strictEqual(yield* exchanged(port), "response")
    }).pipe(Effect.scoped))

  it.live("ignores responses to other queries", () =>
    Effect.gen(function*() {
      const port = yield* udpServer((from, socket) => {
        socket.send(responseOf(""), from.port, from.address)
        socket.send(responseOf("response"), from.port, from.address)
      })
      assert.strictEqual(yield* exchanged(port), "response")
    }).pipe(Effect.scoped))

  it.live("ignores responses from another port or address", () =>
    Effect.gen(function*() {
      const others = [yield* openUdp(), yield* openUdp("127.0.0.9")]
      const port = yield* udpServer((from) => {
        for (const other of others) other.send(responseOf("forged"), from.port, from.address)
      })
      assert.isUndefined(yield* exchanged(port))
    }).pipe(Effect.scoped))

  it.live("repeats a lost query within the time limit", () =>
    Effect.gen(function*() {
      let received = 0
      const port = yield* udpServer((from, socket) => {
        if (++received === 2) socket.send(responseOf("second"), from.port, from.address)
      })
      assert.isUndefined(yield* exchanged(port))
      received = 0
      assert.strictEqual(yield* exchanged(port, { attempts: 2 }), "second")
    }).pipe(Effect.scoped))

  it.live("has no response from an unreachable address", () =>
    Effect.gen(function*() {
      const options = { transport: "udp", timeout: 300 } as const
      const found = yield* dnsExchange({ host: "255.255.255.255", port: 53 }, query, textOf, options)
      assert.deepStrictEqual(found, Option.none())
    }))

  it.live("queries over TCP after a truncated response, and over TCP alone on request", () =>
    Effect.gen(function*() {
      const transports: Array<Transport> = []
      const port = yield* respondingServer((_, { transport }, reply) => {
        transports.push(transport)
        return reply(transport === "udp" ? responseOf("cut", response.truncated) : responseOf("whole"))
      })
      assert.strictEqual(yield* exchanged(port), "whole")
      assert.strictEqual(yield* exchanged(port, { transport: "tcp" }), "whole")
      assert.deepStrictEqual(transports, ["udp", "tcp", "tcp"])
    }).pipe(Effect.scoped))
})

describe("dnsExchange over TCP", () => {
  const overTcp = Effect.fnUntraced(function*(respond: (socket: TcpSocket) => void) {
    return yield* exchanged(yield* tcpServer(respond), { transport: "tcp" })
  }, Effect.scoped)

  it.live("reads a response of maximum length, in parts", () =>
    Effect.gen(function*() {
      const text = "x".repeat(0xffff - 12)
      const octets = frame(responseOf(text))
      const found = yield* overTcp((socket) => {
        socket.write(octets.subarray(0, 1))
        setImmediate(() => socket.write(octets.subarray(1)))
      })
      assert.strictEqual(found, text)
    }))

  it.live.each<[string, (socket: TcpSocket) => void]>([
    ["with another id", (socket) => socket.write(frame(responseOf("forged", response.flags, 4712)))],
    ["that is a query", (socket) => socket.write(frame(query))],
    ["shorter than a header", (socket) => socket.write(frame(Buffer.alloc(3)))],
    ["that is not complete", (socket) => socket.write(frame(responseOf("response")).subarray(0, -1))],
    ["that is cut off by the end", (socket) => socket.end(frame(responseOf("response")).subarray(0, -1))],
    ["from a server that stays silent", () => undefined]
  ])("takes no response %s", ([, respond]) =>
    Effect.gen(function*() {
      assert.isUndefined(yield* overTcp(respond))
    }))
})

describe("an exchange", () => {
  it.live("closes its UDP socket", () =>
    Effect.gen(function*() {
      const port = yield* udpServer((from, socket) => socket.send(responseOf("response"), from.port, from.address))
      const open = () => process.getActiveResourcesInfo().filter((kind) => kind === "UDPWrap").length
      const before = open()
      for (let count = 0; count < 3; count++) assert.strictEqual(yield* exchanged(port), "response")
      // The last one closes in the next turn of the event loop.
      assert.isAtMost(open(), before + 1)
    }).pipe(Effect.scoped))

  it.live("closes its TCP connection", () =>
    Effect.gen(function*() {
      const closed = yield* Deferred.make<void>()
      const port = yield* tcpServer((socket) => {
        socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        socket.write(frame(responseOf("response")))
      })
      assert.strictEqual(yield* exchanged(port, { transport: "tcp" }), "response")
      yield* Deferred.await(closed)
    }).pipe(Effect.scoped))
})
