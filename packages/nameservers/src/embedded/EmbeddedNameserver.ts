import {
  type DnsName,
  type Nameserver,
  Nameservers,
  type Publication,
  PublishedZones,
  type Served
} from "@namewright/core/dns"
import { Clock, Effect, FiberSet, Layer, Random, Schedule, type Scope } from "effect"
import * as WireName from "../message/WireName.ts"
import { type CannotListen, dnsService } from "../transport/DnsService.ts"
import type { TcpLimits } from "../transport/TcpLimits.ts"
import { queryHandlers } from "./queryHandlers.ts"
import { RateLimit, type RateLimitOptions, standardRateLimit } from "./RateLimit.ts"
import { Responder } from "./Responder.ts"
import { ServedZones } from "./ServedZones.ts"
import { makeZoneLoader, type ZoneLoader } from "./ZoneLoader.ts"

export interface EmbeddedNameserverOptions {
  /** Port for UDP and TCP; 0 for a free one. */
  readonly port: number
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined
  /** Name of this nameserver in the installation; each process needs its own. Default `embedded`. */
  readonly name?: string | undefined
  /** RRsets in memory, at about 600 octets each; each further 600 characters count as another. Default 200,000. */
  readonly cachedRrsets?: number | undefined
  /**
   * Default 20 equal responses per second over UDP to one network, 80 in all; every second one above is truncated, the
   * others are dropped. Null: no limit.
   */
  readonly rateLimit?: RateLimitOptions | null | undefined
  readonly tcp?: Partial<TcpLimits> | undefined
}

/** Nameserver in this process. */
export interface EmbeddedNameserver extends Nameserver {
  readonly host: string
  /** Port of UDP and TCP. */
  readonly port: number
}

/** Zones of one page when the server reads the names of all zones. */
const pageSize = 5000

/** Reads the names of all zones. Until it is done, unknown names are answered with SERVFAIL, and resolvers ask another server. */
const learnNames = Effect.fnUntraced(function*(zones: ServedZones) {
  const published = yield* PublishedZones
  let after: DnsName.DnsName | null = null
  for (;;) {
    const page: ReadonlyArray<{ readonly name: DnsName.DnsName; readonly serial: number }> = yield* published.page(
      after,
      pageSize
    )
    for (const { name, serial } of page) zones.expect(WireName.of(name), serial)
    after = page.at(-1)?.name ?? null
    if (after === null || page.length < pageSize) break
  }
  zones.isComplete = true
})

const publishWith = (zones: ServedZones, loader: ZoneLoader) =>
  Effect.fnUntraced(function*({ name, serial }: Publication) {
    const apex = WireName.of(name)
    if (serial === null) {
      zones.remove(apex)
      return { name, serial: null, problem: null }
    }
    zones.expect(apex, serial)
    // A zone that is not in memory is read with its first query, and is at least this version then.
    const problem = zones.has(apex) ? yield* loader.load(apex) : null
    const known = zones.serial(apex)
    return known === undefined
      ? { name, serial: null, problem: "the zone no longer exists" }
      : { name, serial: zones.served(apex) ?? known, problem }
  })

/** Starts a nameserver in this process. It stops when the scope closes. */
export const makeEmbeddedNameserver = Effect.fnUntraced(function*(
  options: EmbeddedNameserverOptions
): Effect.fn.Return<EmbeddedNameserver, CannotListen, PublishedZones | Scope.Scope> {
  const { cachedRrsets = 200_000, host = "127.0.0.1", name = "embedded", port, rateLimit = standardRateLimit, tcp } =
    options
  const clock = yield* Clock.Clock
  const zones = new ServedZones(cachedRrsets)
  const loader = yield* makeZoneLoader(zones)
  const run = yield* FiberSet.makeRuntime()
  const responder = new Responder(zones, (defect) => void run(Effect.logError("A query cannot be answered", defect)))
  const limit = rateLimit === null ? undefined : new RateLimit(rateLimit, yield* Random.nextInt)
  const now = () => clock.currentTimeMillisUnsafe()
  const chosen = yield* dnsService({ host, port, limits: tcp }, queryHandlers({ responder, loader, limit, now }))
  yield* learnNames(zones).pipe(
    Effect.tapCause((cause) => Effect.logWarning("The names of the zones cannot be read yet", cause)),
    Effect.sandbox,
    Effect.retry(Schedule.spaced("1 second")),
    Effect.forkScoped
  )
  const publish = publishWith(zones, loader)
  return {
    name,
    host,
    port: chosen,
    capabilities: { signing: "library", zones_per_call: 100 },
    publish: (publications): Effect.Effect<ReadonlyArray<Served>> =>
      Effect.forEach(publications, publish, { concurrency: "unbounded" })
  }
})

/** Nameserver in this process, as the only one of the platform. */
export const embeddedNameserver = (
  options: EmbeddedNameserverOptions
): Layer.Layer<Nameservers, CannotListen, PublishedZones> =>
  Layer.effect(Nameservers, Effect.map(makeEmbeddedNameserver(options), (nameserver) => ({ all: [nameserver] })))
