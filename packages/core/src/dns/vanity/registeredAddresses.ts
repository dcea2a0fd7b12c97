import { Effect, Option } from "effect"
import type { Registry } from "../../registry/index.ts"
import type { DomainName, Hostname } from "../../shared/index.ts"
import { answered, unanswered } from "./DelegationLookup.ts"
import type { Registered } from "./VanitySetCheck.ts"

/** Addresses of a hostname at a registry: of its host object, or of the domain that is delegated to it. */
export const registeredAddresses = (
  registry: Registry,
  domain: DomainName,
  hostname: Hostname
): Effect.Effect<Registered> => {
  const lookUp = registry.capabilities.host_objects
    ? Effect.map(
      registry.infoHost(hostname),
      Option.match({ onNone: () => answered([]), onSome: ({ ip_addresses }) => answered(ip_addresses) })
    )
    : Effect.map(registry.infoDomain(domain), (found): Registered => {
      const nameserver = Option.getOrUndefined(found)?.nameservers.find((one) => one.hostname === hostname)
      return nameserver === undefined ? { _tag: "NotKept" } : answered(nameserver.ip_addresses)
    })
  return Effect.catch(lookUp, (error) => Effect.succeed(unanswered(error.message)))
}
