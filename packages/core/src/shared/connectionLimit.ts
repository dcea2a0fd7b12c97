import { networkOf } from "./networkOf.ts"

export interface ConnectionLimitOptions {
  /** Open connections of all clients. */
  readonly connections: number
  /** Open connections of one network. */
  readonly connectionsPerNetwork: number
  /** Size of a network, as of `networkOf`. */
  readonly network: Parameters<typeof networkOf>[1]
}

/**
 * Limits the open connections of a server, in all and by the network of the client. Counts a connection from an address
 * and returns the function that ends its count; undefined if the connection exceeds a limit. Clients without an address
 * share one network.
 */
export const connectionLimit = (
  { connections, connectionsPerNetwork, network: size }: ConnectionLimitOptions
): (address: string | undefined) => (() => void) | undefined => {
  const byNetwork = new Map<string, number>()
  let open = 0
  return (address) => {
    const network = networkOf(address, size) ?? ""
    const others = byNetwork.get(network) ?? 0
    if (open >= connections || others >= connectionsPerNetwork) return undefined
    open++
    byNetwork.set(network, others + 1)
    return () => {
      open--
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left === 0) byNetwork.delete(network)
      else byNetwork.set(network, left)
    }
  }
}
