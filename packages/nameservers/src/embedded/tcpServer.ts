import { Effect, type Scope } from "effect"
import { createServer, type Server, type Socket } from "node:net"
import { networkOf } from "./RateLimit.ts"
import type { Service } from "./Service.ts"

export interface TcpLimits {
  /** Of all clients together; who comes then is sent away. */
  readonly connections: number
  /** Of one /24 of IPv4 or one /56 of IPv6. */
  readonly connections_per_network: number
  /** Milliseconds without a word in either direction (RFC 7766, section 6.2.3). */
  readonly idle: number
}

export const standardTcpLimits: TcpLimits = { connections: 1000, connections_per_network: 100, idle: 10_000 }

/** Queries of a connection that wait for a zone; no more are read until one is answered. */
const maximumWaiting = 64

/** Octets that a client leaves unread before its queries are left unread too. */
const maximumUnread = 1 << 20

/** Milliseconds that answers have to get out when the server stops. */
const farewell = 1000

/** Milliseconds for one message to arrive whole, so that drops of it do not keep a place. */
const framePatience = 10_000

/** One client: its queries are answered as they come, each when it can be. */
class Connection {
  readonly #socket: Socket
  readonly #service: Service
  #received: Buffer = Buffer.alloc(0)
  #waiting = 0
  #isProceeding = false
  /** Whether the client has said its last word; what it asked before is answered still. */
  #isOver = false
  /** Since when a message is incomplete. */
  #incompleteSince: number | undefined = undefined

  constructor(socket: Socket, service: Service) {
    this.#socket = socket
    this.#service = service
    socket.on("data", (octets: Buffer) => this.#receive(octets))
    socket.on("drain", () => this.#proceed())
    // What goes wrong with one connection ends it and nothing else.
    socket.on("error", () => socket.destroy())
    socket.on("end", () => {
      this.#isOver = true
      this.#proceed()
    })
  }

  #receive(octets: Buffer): void {
    this.#received = this.#received.length === 0 ? octets : Buffer.concat([this.#received, octets])
    this.#proceed()
  }

  /** Answers the messages that are there whole, each with its length before it (RFC 1035, section 4.2.2). */
  #proceed(): void {
    // A zone that is loaded at once calls back while the question is still being answered.
    if (this.#isProceeding) return
    this.#isProceeding = true
    const socket = this.#socket
    socket.cork()
    const before = this.#received.length
    for (let query = this.#next(); query !== undefined; query = this.#next()) this.#answer(query)
    socket.uncork()
    if (this.#mayRead()) socket.resume()
    else socket.pause()
    this.#boundPatience(this.#received.length < before)
    if (this.#isOver && this.#waiting === 0 && this.#mayRead()) socket.end()
    this.#isProceeding = false
  }

  /** Takes the next message, when it is there whole and may be read. */
  #next(): Buffer | undefined {
    if (!this.#mayRead() || this.#received.length < 2) return undefined
    const end = 2 + this.#received.readUInt16BE(0)
    if (this.#received.length < end) return undefined
    const query = this.#received.subarray(2, end)
    this.#received = this.#received.subarray(end)
    return query
  }

  #boundPatience(hasAdvanced: boolean): void {
    const now = this.#service.now()
    if (this.#received.length === 0 || hasAdvanced || !this.#mayRead()) this.#incompleteSince = undefined
    if (this.#received.length === 0) return
    this.#incompleteSince ??= now
    if (now - this.#incompleteSince > framePatience) this.#socket.destroy()
  }

  #mayRead(): boolean {
    return this.#waiting < maximumWaiting && this.#socket.writableLength < maximumUnread
  }

  #answer(query: Buffer): void {
    const { loader, now, responder } = this.#service
    const answer = responder.respond(query, true, now())
    if (typeof answer !== "string") return this.#send(answer)
    this.#waiting++
    const isHeard = loader.whenLoaded(answer, (isLoaded) => {
      this.#waiting--
      const late = isLoaded ? responder.respond(query, true, now()) : responder.failure(query)
      this.#send(typeof late === "string" ? responder.failure(query) : late)
      this.#proceed()
    })
    if (isHeard) return
    this.#waiting--
    this.#send(responder.failure(query))
  }

  #send(answer: Buffer | undefined): void {
    if (!this.#socket.writable) return
    // Who sends no query is not worth a connection.
    if (answer === undefined) return void this.#socket.destroy()
    const length = Buffer.allocUnsafe(2)
    length.writeUInt16BE(answer.length)
    this.#socket.write(length)
    this.#socket.write(answer)
  }
}

/** The connections that are open, by network. */
const admission = (limits: TcpLimits) => {
  const open = new Set<Socket>()
  const byNetwork = new Map<string, number>()
  const admit = (socket: Socket): boolean => {
    const network = networkOf(socket.remoteAddress ?? "")
    const others = byNetwork.get(network) ?? 0
    if (others >= limits.connections_per_network) return false
    byNetwork.set(network, others + 1)
    open.add(socket)
    socket.once("close", () => {
      open.delete(socket)
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left === 0) byNetwork.delete(network)
      else byNetwork.set(network, left)
    })
    return true
  }
  return { admit, open }
}

const listen = (server: Server, host: string, port: number): Effect.Effect<number, Error> =>
  Effect.callback((resume) => {
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen({ host, port }, () => {
      server.removeAllListeners("error")
      const address = server.address()
      resume(Effect.succeed(address === null || typeof address === "string" ? port : address.port))
    })
  })

/** Lets answers that are under way get out, then closes. */
const stop = (server: Server, open: ReadonlySet<Socket>): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const late = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, farewell)
    server.close(() => {
      clearTimeout(late)
      resume(Effect.void)
    })
    for (const socket of open) socket.end()
  })

/** Answers over TCP until the scope ends. Answers the port, which is chosen by the system for 0. */
export const tcpServer = Effect.fnUntraced(function*(
  { host, port }: { readonly host: string; readonly port: number },
  service: Service,
  limits: TcpLimits
): Effect.fn.Return<number, Error, Scope.Scope> {
  const { admit, open } = admission(limits)
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    if (!admit(socket)) return void socket.destroy()
    socket.setTimeout(limits.idle, () => socket.destroy())
    void new Connection(socket, service)
  })
  server.maxConnections = limits.connections
  const chosen = yield* Effect.acquireRelease(listen(server, host, port), () => stop(server, open))
  server.on("error", () => undefined)
  return chosen
})
