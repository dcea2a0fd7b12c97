import { networkOf } from "./networkOf.ts"

export interface ConnectionLimitOptions {
  /** Maximum number of open connections. */
  readonly connections: number
  /** Maximum number of open connections of one network. */
  readonly connectionsPerNetwork: number
  /** Size of a network, as in `networkOf`. */
  readonly network: Parameters<typeof networkOf>[1]
}

/**
 * Limits the open connections of a server, in total and per network of the client. The returned function counts a
 * connection and returns a function that releases it, or undefined if a limit is exceeded. Clients without an address
 * share one network.
 */
export const connectionLimit = (
  { connections, connectionsPerNetwork, network: size }: ConnectionLimitOptions
): (address: string | undefined) => (() => void) | undefined => {
  const byNetwork = new Map<string, number>()
  let open = 0
  return (address) => {
    const network = networkOf(address, size) ?? ""
    const ofNetwork = byNetwork.get(network) ?? 0
    if (open >= connections || ofNetwork >= connectionsPerNetwork) return undefined
    open++
    byNetwork.set(network, ofNetwork + 1)
    return () => {
      open--
      const remaining = (byNetwork.get(network) ?? 1) - 1
      if (remaining === 0) byNetwork.delete(network)
      else byNetwork.set(network, remaining)
    }
  }
}
