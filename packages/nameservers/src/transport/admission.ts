import { connectionLimit } from "@namewright/core/shared"
import type { Socket } from "node:net"

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

/** Counts a connection and adds it to the open ones until it closes; false if it exceeds a limit. */
export type Admission = (socket: Socket) => boolean

export const admission = (
  { connections, connections_per_network }: Pick<TcpLimits, "connections" | "connections_per_network">,
  open: Set<Socket> = new Set()
): Admission => {
  const enter = connectionLimit({ connections, connectionsPerNetwork: connections_per_network, network: "site" })
  return (socket) => {
    const leave = enter(socket.remoteAddress)
    if (leave === undefined) return false
    open.add(socket)
    socket.once("close", () => {
      open.delete(socket)
      leave()
    })
    return true
  }
}
