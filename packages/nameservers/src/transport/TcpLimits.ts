/** Limits of a DNS server's TCP connections. */
export interface TcpLimits {
  /** Connections of all clients together; further ones are closed. */
  readonly connections: number
  /** Connections of one network, a /24 of IPv4 or a /56 of IPv6. */
  readonly connections_per_network: number
  /** Milliseconds without data in either direction (RFC 7766, section 6.2.3). */
  readonly idle: number
  /** Milliseconds for a message to arrive completely, the first one from the beginning of the connection. */
  readonly read: number
  /** Milliseconds for the client to read what was sent. */
  readonly write: number
}

export const standardTcpLimits: TcpLimits = {
  connections: 1000,
  connections_per_network: 100,
  idle: 10_000,
  read: 10_000,
  write: 10_000
}
