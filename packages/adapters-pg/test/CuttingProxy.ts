import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type Server, Socket } from "node:net"

/** Moment of a cut: the statement does not reach PostgreSQL, or it is carried out and its response does not come back. */
export type Moment = "before" | "after"

interface Cut {
  readonly statement: number
  readonly moment: Moment
}

/** An error response of PostgreSQL that ends a session. */
const fatal = (sqlstate: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlstate}\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from("E"), length, fields])
}

const restarts = [
  fatal("57P01", "terminating connection due to administrator command"),
  fatal("57P02", "terminating connection because of crash of another server process"),
  fatal("57P03", "the database system is starting up")
]

/** Messages of PostgreSQL's protocol, cut out of a stream. The first of a client has no type. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)
  #hasType: boolean

  constructor(hasType: boolean) {
    this.#hasType = hasType
  }

  *read(chunk: Buffer): Generator<{ readonly type: string; readonly bytes: Buffer }> {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const head = this.#hasType ? 1 : 0
      if (this.#rest.length < head + 4) return
      const end = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < end) return
      const bytes = this.#rest.subarray(0, end)
      yield { type: this.#hasType ? String.fromCharCode(bytes[0] ?? 0) : "startup", bytes }
      this.#hasType = true
      this.#rest = this.#rest.subarray(end)
    }
  }
}

/** Ends of a statement in the simple and in the extended protocol. */
const isStatement = (type: string): boolean => type === "Q" || type === "S"

/**
 * Connects clients with PostgreSQL, and cuts all connections at a statement, as a crash of the server does: some are
 * reset, others get the reason first. Until `restore`, new connections are reset, or refused because the server starts.
 */
export class CuttingProxy {
  readonly #server: Server
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  readonly #open = new Map<Socket, Socket>()
  #cut: Cut | undefined
  #isAway = false
  #ended = 0
  /** Statements since the last `cutAt`. */
  statements = 0

  constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((client) => this.#connect(client))
  }

  async listen(): Promise<void> {
    this.#server.listen(0, "127.0.0.1")
    await once(this.#server, "listening")
  }

  get url(): string {
    const address = this.#server.address()
    const url = new URL(this.#target)
    url.port = typeof address === "object" && address !== null ? String(address.port) : ""
    return url.toString()
  }

  /** Cuts all connections at a statement, counted from 1. */
  cutAt(statement: number, moment: Moment): void {
    this.statements = 0
    this.#cut = { statement, moment }
  }

  /** Accepts connections again; true if they had been cut. */
  restore(): boolean {
    const wasAway = this.#isAway
    this.#isAway = false
    this.#cut = undefined
    return wasAway
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close")
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #connect(client: Socket): void {
    this.#use(client)
    client.on("error", () => {})
    if (this.#isAway) return this.#end(client)
    const upstream = new Socket()
    this.#use(upstream)
    upstream.connect(Number(this.#target.port), this.#target.hostname)
    upstream.on("error", () => client.destroy())
    upstream.on("close", () => client.end())
    client.on("close", () => {
      this.#open.delete(client)
      upstream.end()
    })
    this.#open.set(client, upstream)
    const [requests, responses] = [new Messages(false), new Messages(true)]
    let isAwaited = false
    const withheld: Array<Buffer> = []
    client.on("data", (chunk) => {
      for (const { bytes, type } of requests.read(chunk)) {
        const isCut = isStatement(type) && ++this.statements === this.#cut?.statement
        if (isCut && this.#cut?.moment === "before") return this.#cutAll()
        isAwaited ||= isCut
        upstream.write(bytes)
      }
    })
    upstream.on("data", (chunk) => {
      for (const { bytes, type } of responses.read(chunk)) {
        withheld.push(bytes)
        if (isAwaited && type !== "Z") continue
        if (isAwaited && this.#cut !== undefined) return this.#cutAll()
        // Without a cut before `restore`, the statement is answered.
        isAwaited = false
        for (const message of withheld.splice(0)) client.write(message)
      }
    })
  }

  #use(socket: Socket): void {
    socket.setNoDelay(true)
    this.#sockets.add(socket)
    socket.on("close", () => this.#sockets.delete(socket))
  }

  #cutAll(): void {
    this.#isAway = true
    for (const [client, upstream] of this.#open) {
      upstream.destroy()
      this.#end(client)
    }
    this.#open.clear()
  }

  /** Ends a connection, each in another way than the last one. */
  #end(client: Socket): void {
    const reason = restarts[this.#ended++ % (restarts.length + 1)]
    if (reason === undefined) client.resetAndDestroy()
    else client.end(reason)
  }
}

/** A proxy before a database, closed with the scope. */
export const cuttingProxy = (target: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const proxy = new CuttingProxy(target)
      await proxy.listen()
      return proxy
    }),
    (proxy) => Effect.promise(() => proxy.close())
  )
