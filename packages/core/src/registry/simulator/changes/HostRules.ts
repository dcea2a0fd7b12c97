import { Result } from "effect"
import { NetAddress } from "effect/net"
import { limits } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { malformed, policy } from "../objects/Refusal.ts"

/** Problem of the addresses of a host; undefined if they are valid glue. */
export const addressesProblem = (addresses: ReadonlyArray<string>): RegistryRefusal | undefined => {
  if (addresses.length > limits.hostAddresses.maximum) {
    return policy(`A host has at most ${limits.hostAddresses.maximum} addresses`)
  }
  const wrong = addresses.find((address) => !isPublishable(address))
  return wrong === undefined ? undefined : malformed(`${wrong} is not an address that a host can have`)
}

const isPublishable = (text: string): boolean => {
  const address = NetAddress.ipFromString(text)
  return Result.isSuccess(address) && !NetAddress.isLoopback(address.success) &&
    !NetAddress.isUnspecified(address.success) && !NetAddress.isMulticast(address.success)
}

/** Canonical form for comparison and storage (RFC 5952). Text that is not an address is unchanged. */
export const canonicalAddress = (text: string): string =>
  Result.match(NetAddress.ipFromString(text), { onFailure: () => text, onSuccess: NetAddress.formatIp })
