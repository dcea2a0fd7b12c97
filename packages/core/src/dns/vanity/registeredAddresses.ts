import { Effect, Option } from "effect"
import type { Registry } from "../../registry/index.ts"
import type { DomainName, Hostname } from "../../shared/index.ts"
import { answered, unanswered } from "./DelegationLookup.ts"
import type { Registered } from "./VanitySetCheck.ts"

/** The addresses that a registry has of a hostname: with its host object, or with the domain that is delegated to it. */
export const registeredAddresses = (
  registry: Registry,
  domain: DomainName,
  hostname: Hostname
): Effect.Effect<Registered> => {
  const asked = registry.capabilities.host_objects
    ? Effect.map(
      registry.infoHost(hostname),
      Option.match({ onNone: () => answered([]), onSome: ({ ip_addresses }) => answered(ip_addresses) })
    )
    : Effect.map(registry.infoDomain(domain), (found): Registered => {
      const known = Option.getOrUndefined(found)?.nameservers.find((one) => one.hostname === hostname)
      return known === undefined ? { _tag: "NotKept" } : answered(known.ip_addresses)
    })
  return Effect.catch(asked, (error) => Effect.succeed(unanswered(error.message)))
}
