import type { MemoryZones } from "@namewright/conformance"
import { DnsName } from "@namewright/core/dns"
import { Effect, Result, type Scope } from "effect"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import {
  type EmbeddedNameserver,
  type EmbeddedNameserverOptions,
  makeEmbeddedNameserver
} from "../../src/embedded/EmbeddedNameserver.ts"
import { Message, rrTypes } from "../../src/index.ts"
import { FrameReader } from "../../src/transport/DnsFrame.ts"

export interface ServerOfTest {
  readonly zones: MemoryZones
  readonly nameserver: EmbeddedNameserver
}

/** Zones in memory behind a server on a free port. */
export const serverOfTest = Effect.fnUntraced(function*(
  zones: MemoryZones,
  options: Partial<EmbeddedNameserverOptions> = {}
): Effect.fn.Return<ServerOfTest, unknown, Scope.Scope> {
  const nameserver = yield* Effect.provide(makeEmbeddedNameserver({ port: 0, ...options }), zones.layer)
  return { zones, nameserver }
})

export const question = (
  name: string,
  type: number = rrTypes.A,
  changes: Partial<Message.Message> = {}
): Message.Message => ({
  ...Message.query,
  id: 4711,
  questions: [{ name: Result.getOrThrow(DnsName.parse(name)), type, class: 1 }],
  ...changes
})

/** Milliseconds after which an answer counts as none. */
const patience = 300

/** Sends datagrams from one socket, and answers what came back until as many did, or nothing more came. */
export const overUdp = (
  port: number,
  ...datagrams: ReadonlyArray<Uint8Array>
): Effect.Effect<ReadonlyArray<Message.DecodedMessage>> =>
  Effect.promise(() =>
    new Promise((resolve, reject) => {
      const socket = createSocket("udp4")
      const answers: Array<Message.DecodedMessage> = []
      const end = () => {
        clearTimeout(timer)
        socket.close()
        resolve(answers)
      }
      let timer = setTimeout(end, patience)
      socket.on("error", reject).on("message", (octets) => {
        answers.push(Result.getOrThrow(Message.decode(octets)))
        clearTimeout(timer)
        if (answers.length === datagrams.length) end()
        else timer = setTimeout(end, patience)
      })
      for (const datagram of datagrams) socket.send(datagram, port, "127.0.0.1")
    })
  )

/** The answer to one question over UDP; fails where there is none. */
export const ask = (port: number, query: Message.Message): Effect.Effect<Message.DecodedMessage> =>
  Effect.map(overUdp(port, Message.encode(query)), ([answer]) => {
    if (answer === undefined) throw new Error("There is no answer")
    return answer
  })

/** A connection that is closed with the scope. */
export const connection = (port: number): Effect.Effect<Socket, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect({ host: "127.0.0.1", port, noDelay: true })
      await once(socket, "connect")
      // A server that hangs up may reset the connection.
      return socket.on("error", () => undefined)
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

/** So many answers that come on a connection; fewer when it ends before. */
export const received = (socket: Socket, count: number): Effect.Effect<ReadonlyArray<Message.DecodedMessage>> =>
  Effect.promise(() =>
    new Promise((resolve) => {
      const answers: Array<Message.DecodedMessage> = []
      const frames = new FrameReader()
      const end = () => {
        socket.removeAllListeners("data").removeAllListeners("close")
        resolve(answers)
      }
      socket.on("close", end).on("data", (chunk: Buffer) => {
        frames.push(chunk)
        for (let next = frames.next(); next !== undefined; next = frames.next()) {
          answers.push(Result.getOrThrow(Message.decode(next)))
        }
        if (answers.length >= count) end()
      })
    })
  )

/** Whether the other side has closed. */
export const isClosed = (socket: Socket): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    if (socket.closed) return true
    socket.resume()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 3000)
      socket.once("close", () => {
        clearTimeout(timer)
        resolve()
      })
    })
    return socket.closed
  })
