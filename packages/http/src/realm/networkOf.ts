import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** What limits count of an address: an IPv6 customer has at least a /64 of them. */
export const networkOf = (address: string): string => {
  const parsed = Result.getOrUndefined(NetAddress.ipFromString(address))
  if (parsed === undefined) return "unknown"
  const canonical = NetAddress.toCanonical(parsed)
  return NetAddress.isIpv4Address(canonical)
    ? NetAddress.formatIp(canonical)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(canonical, 64))
}
