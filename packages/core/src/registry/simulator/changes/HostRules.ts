import { Result } from "effect"
import { NetAddress } from "effect/net"
import { limits } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { malformed, policy } from "../objects/Refusal.ts"

/** What is wrong with the addresses of a host; undefined when they can be glue. */
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

/** The form in which addresses are compared and kept (RFC 5952); text that is no address stays as it is. */
export const canonicalAddress = (text: string): string =>
  Result.match(NetAddress.ipFromString(text), { onFailure: () => text, onSuccess: NetAddress.formatIp })
