import type { Socket } from "node:net"
import { networkOf } from "./networkOf.ts"

/** Bounds of what the clients of a TCP server hold. */
export interface TcpLimits {
  /** Connections of all clients together; further ones are closed. */
  readonly connections: number
  /** Connections of one network, a /24 of IPv4 or a /56 of IPv6. */
  readonly connections_per_network: number
  /** Milliseconds without a message in either direction (RFC 7766, section 6.2.3). */
  readonly idle: number
  /** Milliseconds for a message to arrive completely, the first one from the beginning of the connection. */
  readonly read: number
  /** Milliseconds for the client to take what was sent. */
  readonly write: number
}

export const standardTcpLimits: TcpLimits = {
  connections: 1000,
  connections_per_network: 100,
  idle: 10_000,
  read: 10_000,
  write: 10_000
}

/** The open connections of a server, counted by network. */
export interface Admission {
  /** True if the connection may stay open. */
  readonly admit: (socket: Socket) => boolean
  readonly open: ReadonlySet<Socket>
}

export const admission = (limits: Pick<TcpLimits, "connections" | "connections_per_network">): Admission => {
  const open = new Set<Socket>()
  const byNetwork = new Map<string, number>()
  const leave = (socket: Socket, network: string) => {
    open.delete(socket)
    const left = (byNetwork.get(network) ?? 1) - 1
    if (left === 0) byNetwork.delete(network)
    else byNetwork.set(network, left)
  }
  const admit = (socket: Socket): boolean => {
    const network = networkOf(socket.remoteAddress ?? "")
    const others = byNetwork.get(network) ?? 0
    if (open.size >= limits.connections || others >= limits.connections_per_network) return false
    byNetwork.set(network, others + 1)
    open.add(socket)
    socket.once("close", () => leave(socket, network))
    return true
  }
  return { admit, open }
}
