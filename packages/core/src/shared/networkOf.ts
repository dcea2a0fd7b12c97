import { IpNetwork, NetAddress } from "effect/net"
import { ipAddressOf } from "./ipAddressOf.ts"

/** Prefix lengths of the networks that share a limit. */
const prefixes = {
  /** One IPv4 address, or the smallest IPv6 network that access providers assign to a customer. */
  customer: { ipv4: 32, ipv6: 64 },
  /** One site. The response rate limits of BIND, Knot DNS and NSD count networks of this size. */
  site: { ipv4: 24, ipv6: 56 }
} as const

/**
 * Network of an address in CIDR notation, such as `192.0.2.0/24`; callers from one network share a limit. Undefined for
 * an unknown address.
 */
export const networkOf = (
  address: string | undefined,
  size: keyof typeof prefixes = "customer"
): string | undefined => {
  const canonical = ipAddressOf(address)
  if (canonical === undefined) return undefined
  const { ipv4, ipv6 } = prefixes[size]
  return IpNetwork.format(IpNetwork.fromAddressUnsafe(canonical, NetAddress.isIpv4Address(canonical) ? ipv4 : ipv6))
}
