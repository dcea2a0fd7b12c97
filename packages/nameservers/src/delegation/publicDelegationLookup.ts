import { answered, DelegationLookup, DnsName, type LookedUp, unanswered } from "@namewright/core/dns"
import { ancestors, type DomainName, type Hostname } from "@namewright/core/shared"
import { Effect, Layer, Result } from "effect"
import { rrTypes } from "../message/RrType.ts"
import { addressesIn } from "./delegationIn.ts"
import { publicResolver, type PublicResolverOptions, type Unresolved } from "./PublicResolver.ts"
import { makeZoneServers, read, type ZoneServersOptions } from "./ZoneServers.ts"

export interface DelegationLookupOptions extends PublicResolverOptions, ZoneServersOptions {}

/** Nameservers of the zone above a domain that are queried in turn, until one answers. */
const serversAsked = 3

const absolute = (hostname: string): DnsName.DnsName => DnsName.lowerCase(Result.getOrThrow(DnsName.parse(hostname)))

const makeLookup = (options: DelegationLookupOptions) => {
  const resolver = publicResolver(options)

  /** The nameservers of the zone that a domain is delegated from. */
  const serversAbove = Effect.fnUntraced(function*(domain: DomainName) {
    for (const above of ancestors(domain)) {
      const names = yield* resolver.nameservers(absolute(above))
      if (names.length > 0) return names.slice(0, serversAsked)
    }
    return []
  })

  const publicAddresses = (hostname: Hostname): Effect.Effect<LookedUp> =>
    Effect.match(resolver.addresses(absolute(hostname)), {
      onFailure: ({ code }) => unanswered(code),
      onSuccess: answered
    })

  const glue = Effect.fnUntraced(
    function*(domain: DomainName, hostname: Hostname): Effect.fn.Return<LookedUp, Unresolved> {
      const name = absolute(hostname)
      const servers = makeZoneServers(resolver, options)
      for (const server of yield* serversAbove(domain)) {
        const located = yield* servers.located([server], new Map())
        const question = { name, type: rrTypes.A, transport: "udp" } as const
        const { answered: [first] } = yield* servers.ask(
          located,
          question,
          (message) => read(addressesIn(message, name))
        )
        if (first !== undefined) return answered(first.value)
      }
      return unanswered(`no nameserver above ${domain} answered`)
    },
    Effect.catch(({ code }) => Effect.succeed(unanswered(code)))
  )

  return DelegationLookup.of({ publicAddresses, glue })
}

/** Looks up the addresses and the glue of nameserver names in the public DNS. */
export const publicDelegationLookup = (options: DelegationLookupOptions = {}): Layer.Layer<DelegationLookup> =>
  Layer.effect(DelegationLookup, Effect.sync(() => makeLookup(options)))
