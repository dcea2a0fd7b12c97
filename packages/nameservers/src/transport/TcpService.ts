import { connectionLimit } from "@namewright/core/shared"
import { Effect, type Scope } from "effect"
import { createServer, type Server, type Socket } from "node:net"
import { TcpConnection, type TcpHandler } from "./TcpConnection.ts"
import type { TcpLimits } from "./TcpLimits.ts"

/** Milliseconds for the last responses when the server stops. */
const stopMillis = 1000

export interface TcpServiceOptions {
  readonly host: string
  /** 0 for a free port. */
  readonly port: number
  readonly limits: TcpLimits
  /** Messages of one connection that are handled at once. */
  readonly concurrency: number
}

const listen = (server: Server, host: string, port: number): Effect.Effect<number, Error> =>
  Effect.callback((resume) => {
    // A connection that cannot be accepted, such as for want of file descriptors, is an error of the server as well. Only
    // the first error can be the one of `listen`.
    server.on("error", (error) => resume(Effect.fail(error)))
    server.listen({ host, port }, () => {
      const address = server.address()
      resume(Effect.succeed(address === null || typeof address === "string" ? port : address.port))
    })
  })

/** Takes no more connections, and closes the open ones behind the responses that are being sent. */
const stop = (server: Server, open: ReadonlySet<Socket>): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const late = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, stopMillis)
    server.close(() => {
      clearTimeout(late)
      resume(Effect.void)
    })
    for (const socket of open) socket.end()
  })

/** Serves DNS over TCP until the scope closes. Returns the port. */
export const tcpService = Effect.fnUntraced(function*(
  { concurrency, host, limits, port }: TcpServiceOptions,
  handler: TcpHandler
): Effect.fn.Return<number, Error, Scope.Scope> {
  const open = new Set<Socket>()
  const { connections, connections_per_network: connectionsPerNetwork, idle } = limits
  const enter = connectionLimit({ connections, connectionsPerNetwork, network: "site" })
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    const leave = enter(socket.remoteAddress)
    if (leave === undefined) return void socket.destroy()
    open.add(socket)
    socket.once("close", () => {
      open.delete(socket)
      leave()
    })
    socket.setTimeout(idle, () => socket.destroy())
    void new TcpConnection(socket, { limits, concurrency, handler })
  })
  return yield* Effect.acquireRelease(listen(server, host, port), () => stop(server, open))
})
