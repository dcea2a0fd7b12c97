import { type Effect, Exit, Result } from "effect"
import type { TLSSocket } from "node:tls"
import { frame } from "../wire/frame.ts"
import { FrameReader } from "../wire/FrameReader.ts"
import { decodeXml, legibleText } from "../xml/decodeXml.ts"
import type { EppServerOptions } from "./EppServerOptions.ts"
import { ServerSession, type SessionReply, type SessionServer } from "./ServerSession.ts"

/** Dependencies of a connection besides its socket. */
export interface ConnectionSurroundings {
  readonly server: SessionServer
  readonly onFrame: NonNullable<EppServerOptions["onFrame"]>
  /** Runs an effect of the session; closing the server interrupts it. */
  readonly run: <A>(effect: Effect.Effect<A>, onExit: (exit: Exit.Exit<A>) => void) => void
  readonly nowMillis: () => number
}

/** Maximum number of queued documents before reading pauses. */
const waitingLimit = 64

/** Octets of unsent responses at which reading and answering pause. */
const unreadLimit = 1 << 16

/** A client's connection: splits its stream into documents, and answers them one by one in order. */
export class ServerConnection {
  readonly #socket: TLSSocket
  readonly #surroundings: ConnectionSurroundings
  readonly #session: ServerSession
  readonly #frames: FrameReader
  readonly #waiting: Array<Buffer> = []
  #isBusy = false
  #isOver = false
  #commands = 0
  #lastActivity: number
  readonly #loginDeadline: NodeJS.Timeout

  constructor(socket: TLSSocket, surroundings: ConnectionSurroundings) {
    this.#socket = socket
    this.#surroundings = surroundings
    const { limits } = surroundings.server
    this.#session = new ServerSession(surroundings.server, fingerprintOf(socket))
    this.#frames = new FrameReader(limits.frameBytes)
    this.#lastActivity = surroundings.nowMillis()
    this.#loginDeadline = setTimeout(() => this.#closeUnlessLoggedIn(), limits.loginMillis)
    socket.setNoDelay(true)
    socket.on("data", (chunk: Buffer) => this.#receive(chunk))
    socket.on("drain", () => this.#next())
    socket.on("close", () => this.#end())
    // The client looks up the outcome of a command that a lost connection interrupted.
    socket.on("error", () => this.close())
    this.#run(this.#session.greeting(), (document) => this.#send({ document, closes: false }))
  }

  /** Closes the connection of a client that has been idle for too long. */
  closeIfIdle(nowMillis: number): void {
    if (!this.#isBusy && nowMillis - this.#lastActivity >= this.#surroundings.server.limits.idleMillis) this.close()
  }

  #closeUnlessLoggedIn(): void {
    if (!this.#session.isLoggedIn) this.close()
  }

  /** Closes the connection without a response. */
  close(): void {
    this.#end()
    this.#socket.destroy()
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#loginDeadline)
    this.#waiting.length = 0
    this.#session.end()
  }

  #receive(chunk: Buffer): void {
    if (this.#isOver) return
    this.#lastActivity = this.#surroundings.nowMillis()
    const documents = this.#frames.push(chunk)
    if (Result.isFailure(documents)) return this.close()
    this.#waiting.push(...documents.success)
    this.#next()
  }

  #isUnread(): boolean {
    return this.#socket.writableLength >= unreadLimit
  }

  /** Answers the waiting documents in turn. The loop continues synchronously if a response is available at once. */
  #next(): void {
    while (!this.#isBusy && !this.#isOver && !this.#isUnread()) {
      const octets = this.#waiting.shift()
      if (octets === undefined) break
      const document = decodeXml(octets)
      this.#surroundings.onFrame("received", Result.getOrElse(document, () => legibleText(octets)))
      const isLast = ++this.#commands >= this.#surroundings.server.limits.commandsPerConnection
      this.#run(
        this.#session.receive(document),
        (reply) => this.#send(reply && { ...reply, closes: reply.closes || isLast })
      )
    }
    if (this.#waiting.length > waitingLimit || this.#isUnread()) this.#socket.pause()
    else this.#socket.resume()
  }

  #run<A>(effect: Effect.Effect<A>, use: (value: A) => void): void {
    this.#isBusy = true
    let isStarting = true
    this.#surroundings.run(effect, (exit) => {
      this.#isBusy = false
      if (Exit.isFailure(exit)) return this.close()
      use(exit.value)
      if (!isStarting) this.#next()
    })
    isStarting = false
  }

  #send(reply: SessionReply): void {
    if (this.#isOver) return
    if (reply === undefined) return this.close()
    const { closes, document, manner } = reply
    this.#surroundings.onFrame("sent", document)
    this.#lastActivity = this.#surroundings.nowMillis()
    const bytes = frame(document)
    if (manner?._tag === "WrongLength") bytes.writeUInt32BE(manner.length, 0)
    if (manner?._tag === "Trickle") this.#trickle(bytes)
    else this.#socket.write(bytes)
    if (closes) {
      this.#end()
      this.#socket.end()
    }
  }

  #trickle(bytes: Buffer): void {
    for (let index = 0; index < bytes.length; index++) this.#socket.write(bytes.subarray(index, index + 1))
  }
}

const fingerprintOf = (socket: TLSSocket): string | undefined => socket.getPeerCertificate().fingerprint256
