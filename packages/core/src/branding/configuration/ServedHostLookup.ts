import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Hostname, limits, type OrganizationId, RecentlyUsed } from "../../shared/index.ts"
import type { HostPart, StoredWhitelabelHost } from "./StoredWhitelabelHost.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** A white-label host that is served now, with what servers need of it. */
export interface ServedHost {
  readonly hostname: Hostname
  readonly organization_id: OrganizationId
  readonly part: HostPart
  /** The other host of its pair: the sign-in of a dashboard, and the dashboard of a sign-in. Null if it is not served. */
  readonly counterpart: Hostname | null
}

/** Time for which a process caches a look-up, in milliseconds. */
const cacheTime = 5_000

/** Hosts of a cache. */
const cachedHosts = 10_000

const hostnameOf = Schema.decodeUnknownOption(Hostname)

interface Cached {
  readonly found: Option.Option<ServedHost>
  /** Time in milliseconds. */
  readonly until: number
}

/** The served hosts of a configuration. */
const servedOf = (hosts: ReadonlyArray<StoredWhitelabelHost>): ReadonlyArray<ServedHost> => {
  const serving = hosts.filter(({ state }) => state === "serving")
  return serving.map(({ hostname, organization_id, pair, part }) => ({
    hostname,
    organization_id,
    part,
    counterpart: serving.find((other) => other.pair === pair && other.part !== part)?.hostname ?? null
  }))
}

/** Look-up of white-label hosts by their exact name, for servers. */
export class ServedHostLookup extends Context.Service<ServedHostLookup, {
  /**
   * The served host of a name, without a port; none for every other name. A process sees a change after 5 seconds at
   * most.
   */
  readonly find: (host: string) => Effect.Effect<Option.Option<ServedHost>>
}>()("@namewright/core/branding/ServedHostLookup") {
  /** No host has a brand. */
  static readonly layerNone = Layer.succeed(ServedHostLookup, { find: () => Effect.succeedNone })

  static readonly layer = Layer.effect(
    ServedHostLookup,
    Effect.gen(function*() {
      const store = yield* WhitelabelStore
      // A cache of Effect takes twice the memory and time of this one.
      const cache = new RecentlyUsed<Cached>(cachedHosts)

      /** Reads the hosts of a name's configuration, and caches them all: its pages name the others. */
      const read = Effect.fnUntraced(function*(name: string, now: number) {
        const hostname = hostnameOf(name)
        const hosts = Option.isNone(hostname) ? [] : servedOf(yield* store.hostsBeside(hostname.value))
        const until = now + cacheTime
        for (const host of hosts) cache.set(host.hostname, { found: Option.some(host), until })
        const found = Option.fromUndefinedOr(hosts.find((host) => Option.contains(hostname, host.hostname)))
        cache.set(name, { found, until })
        return found
      })

      return ServedHostLookup.of({
        find: (host) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            const cached = cache.get(host)
            if (cached !== undefined && now < cached.until) return Effect.succeed(cached.found)
            return host.length > limits.domainName.maximum ? Effect.succeedNone : read(host, now)
          })
      })
    })
  )
}
