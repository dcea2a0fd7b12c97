import { Context, DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import { NetAddress } from "effect/net"
import { Instant, isPublicAddress, Transaction } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import type { Zone } from "../Zone.ts"
import { aliasEnd } from "./aliasEnd.ts"
import { type AliasAddresses, AliasResolver } from "./AliasResolver.ts"
import { AliasStore, type StoredAlias } from "./AliasStore.ts"
import { lookUpTargets } from "./lookUpTargets.ts"

/** Minimum time between two look-ups in seconds, whatever the TTL. */
const shortestTtl = 60

/** Maximum time between two look-ups in seconds. */
const longestTtl = 86_400

/** Time until the next look-up of a name that could not be resolved. */
export const aliasRetry = Duration.seconds(60)

/**
 * Time for all look-ups of a publication. It is short because the caller holds a permit that zones of all organizations
 * share, and because publishers wait at most 20 seconds for a nameserver.
 */
const publicationLookUps = Duration.seconds(3)

/** Time of the next look-up of a name. */
export const aliasDueOn = (now: Instant.Instant, ttl: number): Instant.Instant =>
  DateTime.addDuration(now, Duration.seconds(Math.min(Math.max(ttl, shortestTtl), longestTtl)))

/** True if the text is a public address. */
const isPublicText = (address: string): boolean =>
  Result.match(NetAddress.ipFromString(address), { onSuccess: isPublicAddress, onFailure: () => false })

const publicOnes = (addresses: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(addresses)].filter(isPublicText).toSorted()

/**
 * Addresses of an answer in stored form: sorted, and public ones only. Resolvers inside a network may return addresses
 * of that network, which an ALIAS must not publish.
 */
export const storedAddresses = ({ ipv4, ipv6, ttl }: AliasAddresses): AliasAddresses => ({
  ipv4: publicOnes(ipv4),
  ipv6: publicOnes(ipv6),
  ttl
})

/** Addresses that replace ALIAS records when their zone is published. */
export class Aliases extends Context.Service<Aliases, {
  /**
   * Addresses for each owner of an ALIAS, from the zone itself or from the last look-up. Targets without a stored
   * result are resolved now, for a few seconds in total. Owners of the others have no addresses until `AliasRefresh`
   * has resolved them. Must not be called in a transaction.
   */
  readonly addresses: (
    zone: Pick<Zone, "dns_zone_id" | "name">,
    rrsets: ReadonlyArray<Rrset>
  ) => Effect.Effect<ReadonlyMap<DnsName, AliasAddresses>>
}>()("@namewright/core/dns/alias/Aliases") {
  static readonly layer = Layer.effect(
    Aliases,
    Effect.gen(function*() {
      const store = yield* AliasStore
      const resolver = yield* AliasResolver
      const transaction = yield* Transaction

      /** Looks the targets of these owners up. Owners whose look-up does not end in time are due immediately. */
      const resolved = Effect.fnUntraced(function*(
        { dns_zone_id, name: zone_name }: Pick<Zone, "dns_zone_id" | "name">,
        owners: ReadonlyMap<DnsName, DnsName>
      ) {
        const ended = yield* lookUpTargets(resolver, owners.values(), publicationLookUps)
        const now = yield* Instant.now
        return Array.from(owners, ([name, target]): StoredAlias => {
          const owner = { dns_zone_id, zone_name, name, target }
          const found = ended.get(target)
          if (found === undefined) return { ...owner, ...nothing, due_on: now }
          if (Option.isNone(found)) return { ...owner, ...nothing, due_on: DateTime.addDuration(now, aliasRetry) }
          return { ...owner, ...storedAddresses(found.value), due_on: aliasDueOn(now, found.value.ttl) }
        })
      })

      return Aliases.of({
        addresses: Effect.fn("Aliases.addresses")(function*(zone, rrsets) {
          const found = new Map<DnsName, AliasAddresses>()
          const outside = new Map<DnsName, DnsName>()
          const aliases = rrsets.filter(({ type }) => type === "ALIAS")
          if (aliases.length === 0) return found
          const byName = Map.groupBy(rrsets, ({ name }) => name)
          for (const alias of aliases) {
            const end = aliasEnd(alias, (name) => byName.get(name) ?? [])
            if (end?.kind === "addresses") found.set(alias.name, end.addresses)
            if (end?.kind === "target") outside.set(alias.name, end.target)
          }
          if (outside.size === 0) return found
          const isCurrent = ({ name, target }: StoredAlias) => outside.get(name) === target
          const resolvedEarlier = (yield* store.ofZone(zone.dns_zone_id)).filter(isCurrent)
          const unresolved = new Map(outside)
          for (const { name } of resolvedEarlier) unresolved.delete(name)
          if (unresolved.size > 0) {
            const added = yield* resolved(zone, unresolved)
            yield* transaction.atomically(store.add(added))
          }
          const stored = unresolved.size === 0
            ? resolvedEarlier
            : (yield* store.ofZone(zone.dns_zone_id)).filter(isCurrent)
          for (const { ipv4, ipv6, name, ttl } of stored) found.set(name, { ipv4, ipv6, ttl })
          return found
        })
      })
    })
  )
}

const nothing: AliasAddresses = { ipv4: [], ipv6: [], ttl: shortestTtl }
