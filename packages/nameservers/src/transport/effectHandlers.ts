import { Effect, FiberSet, type Scope } from "effect"
import type { DnsHandlers } from "./DnsService.ts"
import type { TcpConnection } from "./TcpConnection.ts"

/** Sender of a message. */
export interface Source {
  readonly transport: "udp" | "tcp"
  /** An IPv4 address in its own form, also on a socket for IPv6. */
  readonly address: string
}

/** Responds to one message. `reply` sends a response, and waits until the client reads; it interrupts if the client is gone. */
export type Responder = (
  message: Uint8Array,
  source: Source,
  reply: (response: Uint8Array) => Effect.Effect<void>
) => Effect.Effect<void>

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[0-9.]+$)/, "")

const replyOver = (connection: TcpConnection) => (response: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    connection.send(response)
    connection.whenWritable((isOpen) => resume(isOpen ? Effect.void : Effect.interrupt))
  })

/** Handlers that run an effect for each message, until the scope closes. Messages of one connection are handled in turn. */
export const effectHandlers = (respond: Responder): Effect.Effect<DnsHandlers, never, Scope.Scope> =>
  Effect.map(FiberSet.makeRuntime(), (run): DnsHandlers => ({
    concurrency: 1,
    tcp: (message, connection) => {
      const source: Source = { transport: "tcp", address: plainAddress(connection.address) }
      const responding = respond(message, source, replyOver(connection))
      run(Effect.ensuring(responding, Effect.sync(() => connection.finish())))
    },
    udp: (message, from, send) => {
      const source: Source = { transport: "udp", address: plainAddress(from.address) }
      run(respond(message, source, (response) => Effect.sync(() => send(response, from))))
    }
  }))
