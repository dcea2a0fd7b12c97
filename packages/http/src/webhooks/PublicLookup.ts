import { isPublicAddress } from "@namewright/core/shared"
import { isLoopbackHost, literalOf } from "@namewright/core/webhooks"
import { Result } from "effect"
import { NetAddress } from "effect/net"
import type { LookupAddress, LookupOptions } from "node:dns"
import { lookup } from "node:dns/promises"

/** The addresses of a name. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<LookupAddress>>

/** As the operating system resolves names. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, order: "verbatim" })

/** A host is, or has among its addresses, one that is not of the public internet. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused"
}

type LookupAnswer = (
  error: NodeJS.ErrnoException | null,
  address: string | Array<LookupAddress>,
  family?: number
) => void

/** Refuses a host that is written as an address, which no lookup sees. */
export const refuseLiteral = (hostname: string, loopback: boolean): void => {
  const address = literalOf(hostname)
  if (address !== undefined && !(loopback && isLoopbackHost(hostname)) && !isPublicAddress(address)) {
    throw new AddressRefused(`${hostname} is not an address of the public internet`)
  }
}

/**
 * The lookup of a connection: it hands out addresses of the public internet, and refuses a name that has any other. The
 * connection is made to what it hands out, so a name cannot lead elsewhere between the check and the connection.
 */
export const publicLookup =
  (resolve: Resolve, loopback: boolean) => (hostname: string, options: LookupOptions, answer: LookupAnswer): void => {
    void resolve(hostname).then((found) => {
      const wrong = found.find(({ address }) => !isReachable(address, hostname, loopback))
      if (wrong !== undefined) throw new AddressRefused(`${hostname} leads to ${wrong.address}, which is not public`)
      const [first] = found
      if (first === undefined) throw Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" })
      return options.all === true ? () => answer(null, [...found]) : () => answer(null, first.address, first.family)
    }).then((give) => give(), (error: Error) => answer(error, ""))
  }

const isReachable = (text: string, hostname: string, loopback: boolean): boolean => {
  const parsed = NetAddress.ipFromString(text)
  if (Result.isFailure(parsed)) return false
  return isPublicAddress(parsed.success) ||
    (loopback && isLoopbackHost(hostname) && NetAddress.isLoopback(parsed.success))
}
