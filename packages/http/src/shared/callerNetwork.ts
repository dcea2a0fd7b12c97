import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/**
 * The network whose callers share a limit: one IPv4 address, or the /64 of an IPv6 address, which one customer has at
 * least. Undefined for an unknown address.
 */
export const callerNetwork = (address: string | undefined): string | undefined => {
  // An address of the local link may have a zone: `fe80::1%eth0`.
  const parsed = address === undefined
    ? undefined
    : Result.getOrUndefined(NetAddress.ipFromString(address.replace(/%.*$/, "")))
  if (parsed === undefined) return undefined
  const canonical = NetAddress.toCanonical(parsed)
  return NetAddress.isIpv4Address(canonical)
    ? NetAddress.formatIp(canonical)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(canonical, 64))
}
