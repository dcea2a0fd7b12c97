import type { Socket } from "node:net"
import type { TcpLimits } from "./TcpLimits.ts"

/** Time limits of a connection, which is destroyed when the client exceeds one in sending or in reading. */
export class Deadlines {
  readonly #socket: Socket
  readonly #limits: Pick<TcpLimits, "read" | "write">
  #reading: NodeJS.Timeout | undefined
  #writing: NodeJS.Timeout | undefined
  /** Octets sent on the connection that the client has to read before `#writing` fires. */
  #goal = 0

  constructor(socket: Socket, limits: Pick<TcpLimits, "read" | "write">) {
    this.#socket = socket
    this.#limits = limits
    socket.once("close", () => {
      clearTimeout(this.#reading)
      clearTimeout(this.#writing)
    })
  }

  /** Starts the time limit of an incomplete message; no effect if it runs already. */
  expect(): void {
    if (this.#socket.destroyed) return
    this.#reading ??= setTimeout(() => this.#socket.destroy(), this.#limits.read)
  }

  /** Stops the time limit: the message is complete, or reading is paused. */
  arrived(): void {
    clearTimeout(this.#reading)
    this.#reading = undefined
  }

  /** Starts the time limit for reading what was sent. */
  sent(): void {
    if (this.#writing !== undefined || this.#socket.writableLength === 0 || this.#socket.destroyed) return
    this.#goal = this.#socket.bytesWritten
    this.#writing = setTimeout(() => this.#check(), this.#limits.write)
  }

  #check(): void {
    this.#writing = undefined
    // `bytesWritten` includes octets that are still queued in the process.
    const taken = this.#socket.bytesWritten - this.#socket.writableLength
    if (taken < this.#goal) this.#socket.destroy()
    else this.sent()
  }
}
