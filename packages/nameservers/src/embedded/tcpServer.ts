import { Effect, type Scope } from "effect"
import { createServer, type Server, type Socket } from "node:net"
import { admission, type TcpLimits } from "../transport/admission.ts"
import { Deadlines } from "../transport/Deadlines.ts"
import type { Service } from "./Service.ts"

/** Queries of a connection that wait for a zone; no more are read until one is answered. */
const maximumWaiting = 64

/** Octets that a client leaves unread before its queries are left unread too. */
const maximumUnread = 1 << 16

/** Octets of the longest query: a name, EDNS with all its options, and a signature are far less. */
const longestQuery = 4096

/** Milliseconds that answers have to get out when the server stops. */
const farewell = 1000

/** One client: its queries are answered as they come, each when it can be. */
class Connection {
  readonly #socket: Socket
  readonly #service: Service
  readonly #deadlines: Deadlines
  #received: Buffer = Buffer.alloc(0)
  #waiting = 0
  /** Queries whose zone is loaded, or could not be. */
  readonly #ready: Array<{ readonly query: Buffer; readonly isLoaded: boolean }> = []
  #isProceeding = false
  /** Whether the client has said its last word; what it asked before is answered still. */
  #isOver = false

  constructor(socket: Socket, service: Service, limits: TcpLimits) {
    this.#socket = socket
    this.#service = service
    this.#deadlines = new Deadlines(socket, limits)
    this.#deadlines.expect()
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
    this.#answerReady()
    for (let query = this.#next(); query !== undefined; query = this.#next()) this.#answer(query)
    this.#answerReady()
    socket.uncork()
    this.#deadlines.sent()
    if (this.#mayRead()) socket.resume()
    else socket.pause()
    this.#boundReading(this.#received.length < before)
    if (this.#isOver && this.#waiting === 0 && this.#mayRead()) socket.end()
    this.#isProceeding = false
  }

  /** Takes the next message, when it is there whole and may be read. */
  #next(): Buffer | undefined {
    if (!this.#mayRead() || this.#received.length < 2) return undefined
    const length = this.#received.readUInt16BE(0)
    if (length > longestQuery) return void this.#socket.destroy()
    const end = 2 + length
    if (this.#received.length < end) return undefined
    const query = this.#received.subarray(2, end)
    this.#received = this.#received.subarray(end)
    return query
  }

  #boundReading(hasAdvanced: boolean): void {
    if (this.#received.length === 0 || hasAdvanced || !this.#mayRead()) this.#deadlines.arrived()
    if (this.#received.length > 0 && this.#mayRead()) this.#deadlines.expect()
  }

  #mayWrite(): boolean {
    return this.#socket.writableLength < maximumUnread
  }

  #mayRead(): boolean {
    return this.#waiting < maximumWaiting && this.#mayWrite()
  }

  #answer(query: Buffer): void {
    const { loader, now, responder } = this.#service
    const answer = responder.respond(query, true, now())
    if (typeof answer !== "string") return this.#send(answer)
    this.#waiting++
    const isHeard = loader.whenLoaded(answer, (isLoaded) => {
      this.#ready.push({ query, isLoaded })
      this.#proceed()
    })
    if (isHeard) return
    this.#waiting--
    this.#send(responder.failure(query))
  }

  /** Answers queries that have waited for their zone, as far as the client takes the answers. */
  #answerReady(): void {
    const { now, responder } = this.#service
    while (this.#mayWrite()) {
      const next = this.#ready.shift()
      if (next === undefined) return
      this.#waiting--
      const { isLoaded, query } = next
      const answer = isLoaded ? responder.respond(query, true, now()) : responder.failure(query)
      this.#send(typeof answer === "string" ? responder.failure(query) : answer)
    }
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
  const open = new Set<Socket>()
  const admit = admission(limits, open)
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    if (!admit(socket)) return void socket.destroy()
    socket.setTimeout(limits.idle, () => socket.destroy())
    void new Connection(socket, service, limits)
  })
  const chosen = yield* Effect.acquireRelease(listen(server, host, port), () => stop(server, open))
  server.on("error", () => undefined)
  return chosen
})
