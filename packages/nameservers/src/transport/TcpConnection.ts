import type { Socket } from "node:net"
import { Deadlines } from "./Deadlines.ts"
import { frame, FrameReader, longestQuery } from "./DnsFrame.ts"
import type { TcpLimits } from "./TcpLimits.ts"

/** Octets that a client may leave unread before its messages are left unread too. */
const maximumUnread = 1 << 16

/** Handles a message of a connection, and calls `finish` once all of its responses are sent. */
export type TcpHandler = (message: Buffer, connection: TcpConnection) => void

export interface TcpConnectionOptions {
  readonly limits: Pick<TcpLimits, "read" | "write">
  /** Messages of the connection that are handled at once; further ones are left unread. */
  readonly concurrency: number
  readonly handler: TcpHandler
}

/** Connection of a client. Its messages are handled as they come, and responses are sent in the order of completion. */
export class TcpConnection {
  /** Address of the client. */
  readonly address: string
  readonly #socket: Socket
  readonly #options: TcpConnectionOptions
  readonly #deadlines: Deadlines
  readonly #frames = new FrameReader(longestQuery)
  /** Messages that are being handled. */
  #open = 0
  readonly #waiting: Array<(isOpen: boolean) => void> = []
  #isProceeding = false
  /** True if the client sends no more; what it asked before is still answered. */
  #isEnded = false

  constructor(socket: Socket, options: TcpConnectionOptions) {
    this.address = socket.remoteAddress ?? ""
    this.#socket = socket
    this.#options = options
    this.#deadlines = new Deadlines(socket, options.limits)
    this.#deadlines.expect()
    socket.on("data", (octets: Buffer) => {
      this.#frames.push(octets)
      this.#proceed()
    })
    socket.on("drain", () => this.#proceed())
    // An error ends the connection and nothing else.
    socket.on("error", () => socket.destroy())
    socket.on("end", () => {
      this.#isEnded = true
      this.#proceed()
    })
    socket.on("close", () => {
      for (const resume of this.#waiting.splice(0)) resume(false)
    })
  }

  /** Sends one message; no effect on a closed connection. */
  send(message: Uint8Array): void {
    if (!this.#socket.writable) return
    this.#socket.write(frame(message))
    if (!this.#isProceeding) this.#deadlines.sent()
  }

  /** One message is handled. */
  finish(): void {
    this.#open--
    this.#proceed()
  }

  /** Calls back with true once the client has read most of what was sent, or with false when the connection ends. */
  whenWritable(resume: (isOpen: boolean) => void): void {
    if (!this.#socket.writable) return resume(false)
    this.#waiting.push(resume)
    this.#proceed()
  }

  close(): void {
    this.#socket.destroy()
  }

  #proceed(): void {
    const socket = this.#socket
    // A handler that finishes at once calls back while its message is being read.
    if (this.#isProceeding || socket.destroyed) return
    this.#isProceeding = true
    socket.cork()
    const before = this.#frames.length
    this.#resumeWaiting()
    for (let message = this.#next(); message !== undefined; message = this.#next()) {
      this.#open++
      this.#options.handler(message, this)
    }
    this.#resumeWaiting()
    socket.uncork()
    this.#deadlines.sent()
    if (this.#mayRead()) socket.resume()
    else socket.pause()
    this.#limitReading(this.#frames.length < before)
    if (this.#isEnded && this.#open === 0 && this.#mayRead()) socket.end()
    this.#isProceeding = false
  }

  #next(): Buffer | undefined {
    if (!this.#mayRead()) return undefined
    if (this.#frames.isOversized) this.#socket.destroy()
    return this.#frames.next()
  }

  #limitReading(hasAdvanced: boolean): void {
    const isIncomplete = this.#frames.length > 0 && this.#mayRead()
    if (!isIncomplete || hasAdvanced) this.#deadlines.arrived()
    if (isIncomplete) this.#deadlines.expect()
  }

  #mayWrite(): boolean {
    return this.#socket.writableLength < maximumUnread
  }

  #mayRead(): boolean {
    return this.#open < this.#options.concurrency && this.#mayWrite()
  }

  #resumeWaiting(): void {
    while (this.#mayWrite()) {
      const resume = this.#waiting.shift()
      if (resume === undefined) return
      resume(this.#socket.writable)
    }
  }
}
