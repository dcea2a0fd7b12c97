import { Result } from "effect"
import { NetAddress } from "effect/net"

/**
 * Address of a caller from its text. An IPv4 address mapped into IPv6 is read as IPv4, and the zone of a link-local
 * address is ignored. Undefined for a missing or malformed address.
 */
export const ipAddressOf = (text: string | undefined): NetAddress.IpAddress | undefined => {
  const parsed = text === undefined
    ? undefined
    : Result.getOrUndefined(NetAddress.ipFromString(text.replace(/%.*$/, "")))
  return parsed === undefined ? undefined : NetAddress.toCanonical(parsed)
}
