import type { Socket } from "node:net"
import type { TcpLimits } from "./TcpLimits.ts"

/** Destroys a connection whose client takes too long to send a message, or to take what was sent. */
export class Deadlines {
  readonly #socket: Socket
  readonly #limits: Pick<TcpLimits, "read" | "write">
  #reading: NodeJS.Timeout | undefined
  #writing: NodeJS.Timeout | undefined
  /** Octets that the client has to take until the check of `#writing`. */
  #goal = 0

  constructor(socket: Socket, limits: Pick<TcpLimits, "read" | "write">) {
    this.#socket = socket
    this.#limits = limits
    socket.once("close", () => {
      clearTimeout(this.#reading)
      clearTimeout(this.#writing)
    })
  }

  /** A message is awaited that has to arrive in time; no effect if one is awaited already. */
  expect(): void {
    if (this.#socket.destroyed) return
    this.#reading ??= setTimeout(() => this.#socket.destroy(), this.#limits.read)
  }

  /** The message that was awaited is complete, or is not read for now. */
  arrived(): void {
    clearTimeout(this.#reading)
    this.#reading = undefined
  }

  /** Something was sent. */
  sent(): void {
    if (this.#writing !== undefined || this.#socket.writableLength === 0 || this.#socket.destroyed) return
    this.#goal = this.#socket.bytesWritten
    this.#writing = setTimeout(() => this.#check(), this.#limits.write)
  }

  #check(): void {
    this.#writing = undefined
    // Includes what the socket has passed on, but the system has not taken.
    const taken = this.#socket.bytesWritten - this.#socket.writableLength
    if (taken < this.#goal) this.#socket.destroy()
    else this.sent()
  }
}
