import { Effect, FiberSet, type Scope, Stream } from "effect"
import { createSocket, type Socket as UdpSocket } from "node:dgram"
import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"

/** Where a message comes from. */
export interface Source {
  readonly transport: "udp" | "tcp"
  /** The address in text; addresses of IPv4 as such, even on a socket for both. */
  readonly address: string
}

/** Answers one message; `reply` sends, and waits until there is room to send more. */
export type Handler = (
  octets: Uint8Array,
  source: Source,
  reply: (octets: Uint8Array) => Effect.Effect<void>
) => Effect.Effect<void>

export interface Listening {
  readonly host: string
  /** The same for UDP and TCP. */
  readonly port: number
  /** Sends from the address that is listened on. */
  readonly send: (octets: Uint8Array, host: string, port: number) => Effect.Effect<void>
}

/** Connections at a time; who comes then is sent away. */
const maximumConnections = 256

/** Milliseconds without a message in either direction (RFC 7766, section 6.2.3, asks for seconds). */
const idleMillis = 30_000

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[0-9.]+$)/, "")

/** Cuts what arrives on a connection into messages, each with its length before it (RFC 1035, section 4.2.2). */
const framesOf = () => {
  let pending: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): ReadonlyArray<Uint8Array> => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    const frames: Array<Uint8Array> = []
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const size = pending.readUInt16BE(0)
      frames.push(pending.subarray(2, 2 + size))
      pending = pending.subarray(2 + size)
    }
    return frames
  }
}

/** Writes a message; done when the socket takes more, or is gone. */
const write = (socket: Socket, octets: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(octets.length)
    const go = () => {
      socket.off("drain", go).off("close", go)
      resume(Effect.void)
    }
    if (socket.destroyed || socket.write(Buffer.concat([length, octets]))) return go()
    socket.on("drain", go).on("close", go)
  })

/** Answers the messages of a connection one after another, until it ends. */
const connection = (socket: Socket, handler: Handler): Effect.Effect<void> => {
  const source: Source = { transport: "tcp", address: plainAddress(socket.remoteAddress ?? "") }
  const frames = framesOf()
  const reply = (octets: Uint8Array) => write(socket, octets)
  socket.setTimeout(idleMillis, () => socket.destroy())
  return Stream.fromAsyncIterable<Buffer, unknown>(socket, (error) => error).pipe(
    Stream.map(frames),
    Stream.flattenIterable,
    Stream.runForEach((octets) => socket.destroyed ? Effect.void : handler(octets, source, reply)),
    // A connection that broke is over for both sides.
    Effect.ignore,
    Effect.ensuring(Effect.sync(() => socket.destroy()))
  )
}

const listening = async (server: Server | UdpSocket, open: () => void): Promise<void> => {
  const isOpen = once(server, "listening")
  open()
  await isOpen
}

const openTcp = async (host: string, port: number): Promise<Server> => {
  const server = createServer({ noDelay: true })
  server.maxConnections = maximumConnections
  await listening(server, () => void server.listen({ host, port }))
  return server
}

const openUdp = async (host: string, port: number): Promise<UdpSocket> => {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4")
  await listening(socket, () => void socket.bind({ address: host, port }))
  return socket
}

const portOf = (server: Server): number => {
  const address = server.address()
  return address === null || typeof address === "string" ? 0 : address.port
}

/** One port for both; where any will do, one that TCP got may be taken for UDP. */
const openBoth = async (host: string, port: number, tries = 8): Promise<readonly [Server, UdpSocket]> => {
  const tcp = await openTcp(host, port)
  try {
    return [tcp, await openUdp(host, portOf(tcp))]
  } catch (error) {
    tcp.close()
    if (port !== 0 || tries === 0) throw error
    return openBoth(host, port, tries - 1)
  }
}

/** Answers messages over UDP and TCP until the scope closes; port 0 takes a free one. Fails when the address cannot be had. */
export const listen = Effect.fnUntraced(function*(
  { host, port }: { readonly host: string; readonly port: number },
  handler: Handler
): Effect.fn.Return<Listening, Error, Scope.Scope> {
  const [tcp, udp] = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => openBoth(host, port),
      catch: (error) => new Error(`${host} port ${port} cannot be listened on: ${String(error)}`)
    }),
    (sockets) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.close()
      })
  )
  // The connections end before the sockets are closed, or the server would wait for them.
  const run = yield* FiberSet.makeRuntime()
  const send: Listening["send"] = (octets, toHost, toPort) =>
    Effect.callback((resume) => udp.send(octets, toPort, toHost, () => resume(Effect.void)))
  // What goes wrong with one datagram or one connection is not the server's end.
  udp.on("error", () => undefined)
  tcp.on("error", () => undefined)
  tcp.on("connection", (socket) => {
    socket.on("error", () => undefined)
    run(connection(socket, handler))
  })
  udp.on("message", (octets, from) => {
    const source: Source = { transport: "udp", address: plainAddress(from.address) }
    run(handler(octets, source, (answer) => send(answer, from.address, from.port)))
  })
  return { host, port: portOf(tcp), send }
})
