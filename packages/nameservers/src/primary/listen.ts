import { Effect, FiberSet, type Scope, Stream } from "effect"
import { createSocket, type Socket as UdpSocket } from "node:dgram"
import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"
import { admission, standardTcpLimits, type TcpLimits } from "../transport/admission.ts"
import { Deadlines } from "../transport/Deadlines.ts"

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

/** A connection to a secondary is used again for the next question; BIND keeps it for 30 seconds. */
const standardLimits: TcpLimits = { ...standardTcpLimits, idle: 30_000 }

/** Octets of the longest question: the name, the SOA record of an IXFR, EDNS and a TSIG record are far less. */
const longestMessage = 4096

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[0-9.]+$)/, "")

/** Cuts what arrives on a connection into messages, each with its length before it (RFC 1035, section 4.2.2). */
class Frames {
  readonly #socket: Socket
  #pending: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** True if a message has arrived in part. */
  get isIncomplete(): boolean {
    return this.#pending.length > 0
  }

  push(chunk: Buffer): ReadonlyArray<Uint8Array> {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const frames: Array<Uint8Array> = []
    while (this.#pending.length >= 2) {
      const size = this.#pending.readUInt16BE(0)
      if (size > longestMessage) this.#socket.destroy()
      if (size > longestMessage || this.#pending.length < 2 + size) break
      frames.push(this.#pending.subarray(2, 2 + size))
      this.#pending = this.#pending.subarray(2 + size)
    }
    return frames
  }
}

/** Writes a message; done when the socket takes more. A connection that is gone interrupts what is being answered. */
const write = (socket: Socket, deadlines: Deadlines, octets: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (socket.destroyed) return resume(Effect.interrupt)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(octets.length)
    const isTaken = socket.write(Buffer.concat([length, octets]))
    deadlines.sent()
    if (isTaken) return resume(Effect.void)
    const drained = () => end(Effect.void)
    const closed = () => end(Effect.interrupt)
    const end = (outcome: Effect.Effect<void>) => {
      socket.off("drain", drained).off("close", closed)
      resume(outcome)
    }
    socket.on("drain", drained).on("close", closed)
  })

/** Answers the messages of a connection one after another, until it ends. */
const connection = (socket: Socket, handler: Handler, limits: TcpLimits): Effect.Effect<void> => {
  const source: Source = { transport: "tcp", address: plainAddress(socket.remoteAddress ?? "") }
  const deadlines = new Deadlines(socket, limits)
  const frames = new Frames(socket)
  const reply = (octets: Uint8Array) => write(socket, deadlines, octets)
  const answer = Effect.fnUntraced(function*(messages: ReadonlyArray<Uint8Array>) {
    // While a message is answered, nothing is read.
    if (messages.length > 0) deadlines.arrived()
    for (const octets of messages) if (!socket.destroyed) yield* handler(octets, source, reply)
    if (frames.isIncomplete) deadlines.expect()
  })
  socket.setTimeout(limits.idle, () => socket.destroy())
  deadlines.expect()
  return Stream.fromAsyncIterable<Buffer, unknown>(socket, (error) => error).pipe(
    Stream.runForEach((chunk) => answer(frames.push(chunk))),
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

/** An address that is listened on; port 0 takes a free one. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Default as of the embedded nameserver, and 30 seconds of silence. */
  readonly limits?: Partial<TcpLimits> | undefined
}

/** Answers messages over UDP and TCP until the scope closes. Fails when the address cannot be had. */
export const listen = Effect.fnUntraced(function*(
  { host, limits, port }: ListenOptions,
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
  const tcpLimits = { ...standardLimits, ...limits }
  const admit = admission(tcpLimits)
  tcp.on("connection", (socket) => {
    socket.on("error", () => undefined)
    if (!admit(socket)) return void socket.destroy()
    run(connection(socket, handler, tcpLimits))
  })
  udp.on("message", (octets, from) => {
    const source: Source = { transport: "udp", address: plainAddress(from.address) }
    run(handler(octets, source, (answer) => send(answer, from.address, from.port)))
  })
  return { host, port: portOf(tcp), send }
})
