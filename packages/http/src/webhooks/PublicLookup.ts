import { isPublicAddress } from "@namewright/core/shared"
import { isLoopbackHost, literalOf } from "@namewright/core/webhooks"
import { Result } from "effect"
import { NetAddress } from "effect/net"
import type { LookupAddress, LookupOptions } from "node:dns"
import { lookup } from "node:dns/promises"

/** Resolves a hostname to its addresses. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<LookupAddress>>

/** Resolver of the operating system. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, order: "verbatim" })

/** The host has an address that is not on the public internet. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused"
}

type LookupAnswer = (
  error: NodeJS.ErrnoException | null,
  address: string | Array<LookupAddress>,
  family?: number
) => void

/** Refuses a host that is a non-public IP address, for which no lookup takes place. */
export const refuseLiteral = (hostname: string, loopback: boolean): void => {
  const address = literalOf(hostname)
  if (address !== undefined && !(loopback && isLoopbackHost(hostname)) && !isPublicAddress(address)) {
    throw new AddressRefused(`${hostname} is not an address of the public internet`)
  }
}

/**
 * Lookup function of a connection. It refuses a name with an address that is not on the public internet. The connection
 * uses the returned address, so that the name cannot resolve to another one after the check (DNS rebinding).
 */
export const publicLookup =
  (resolve: Resolve, loopback: boolean) => (hostname: string, options: LookupOptions, answer: LookupAnswer): void => {
    void resolve(hostname).then((found) => {
      const refused = found.find(({ address }) => !isReachable(address, hostname, loopback))
      if (refused !== undefined) {
        throw new AddressRefused(`${hostname} resolves to ${refused.address}, which is not public`)
      }
      const [first] = found
      if (first === undefined) throw Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" })
      return options.all === true ? () => answer(null, [...found]) : () => answer(null, first.address, first.family)
    }).then((respond) => respond(), (error: Error) => answer(error, ""))
  }

const isReachable = (text: string, hostname: string, loopback: boolean): boolean => {
  const parsed = NetAddress.ipFromString(text)
  if (Result.isFailure(parsed)) return false
  return isPublicAddress(parsed.success) ||
    (loopback && isLoopbackHost(hostname) && NetAddress.isLoopback(parsed.success))
}
