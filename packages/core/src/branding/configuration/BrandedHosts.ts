import { Cache, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { Hostname, type OrganizationId } from "../../shared/index.ts"
import type { HostPart } from "./WhitelabelHost.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** A host that is served for an organization. */
export interface BrandedHost {
  readonly hostname: Hostname
  readonly organization_id: OrganizationId
  readonly part: HostPart
}

/** Time for which a process caches a look-up. */
const cacheTime = Duration.seconds(5)

/** Hosts of a cache. */
const cachedHosts = 10_000

const hostnameOf = Schema.decodeUnknownOption(Hostname)

/** Look-up of white-label hosts by their exact name, for servers. */
export class BrandedHosts extends Context.Service<BrandedHosts, {
  /**
   * The served host of a name, without a port; none for every other name. A process sees a change after 5 seconds at
   * most.
   */
  readonly find: (host: string) => Effect.Effect<Option.Option<BrandedHost>>
}>()("@namewright/core/branding/BrandedHosts") {
  /** No host has a brand. */
  static readonly layerNone = Layer.succeed(BrandedHosts, { find: () => Effect.succeedNone })

  static readonly layer = Layer.effect(
    BrandedHosts,
    Effect.gen(function*() {
      const store = yield* WhitelabelStore
      const cache = yield* Cache.make({
        capacity: cachedHosts,
        timeToLive: cacheTime,
        lookup: (hostname: Hostname) =>
          Effect.map(
            store.findHost(hostname),
            Option.flatMap(({ organization_id, part, state }) =>
              state === "serving" ? Option.some<BrandedHost>({ hostname, organization_id, part }) : Option.none()
            )
          )
      })

      return BrandedHosts.of({
        find: (host) =>
          Option.match(hostnameOf(host), {
            onNone: () => Effect.succeedNone,
            onSome: (hostname) => Cache.get(cache, hostname)
          })
      })
    })
  )
}
