import { Duration, Effect, Layer, Option, Predicate, Redacted } from "effect"
import {
  ConfigurationError,
  expectedCount,
  expectedDuration,
  expectedFunction,
  expectedListOf,
  expectedName,
  optionProblems
} from "../../shared/index.ts"
import { callHost } from "../../telemetry/index.ts"
import { type Nameserver, Nameservers, type Publication, type Served } from "./Nameservers.ts"
import type { Denial, PublishedRrset, PublishedZone, ZoneSigningKey } from "./PublishedZone.ts"
import { PublishedZones } from "./PublishedZones.ts"

/** The content of a zone at one serial, in plain values. */
export interface PlainZone {
  readonly dns_zone_id: string
  /** Absolute, in lower case, with a final dot. */
  readonly name: string
  readonly serial: number
  /** All RRsets, with SOA and apex NS; names absolute, records in presentation text. */
  readonly rrsets: ReadonlyArray<
    Pick<PublishedRrset, "ttl" | "records"> & { readonly name: string; readonly type: string }
  >
  /** Keys to sign the zone with; null for a zone without DNSSEC. */
  readonly signing:
    | {
      readonly keys: ReadonlyArray<Omit<ZoneSigningKey, "private_key"> & { readonly private_key: string }>
      readonly denial: Denial
    }
    | null
}

/** The second argument of every function of a driver. */
export interface NameserverCall {
  /** Aborted at the time limit. */
  readonly signal: AbortSignal
}

/** Behaviour of a nameserver driver. `signing`: the server signs zones with their keys. `removal`: it removes zones. */
export const nameserverCapabilities = ["signing", "removal"] as const
export type NameserverCapability = (typeof nameserverCapabilities)[number]

/** A nameserver driver of promises and plain values. */
export interface NameserverDefinition {
  /** Stable and unique in the installation: publications of a name continue after a restart. */
  readonly name: string
  /** `signing` if the server signs zones. Signed zones are not published to other servers. */
  readonly capabilities?: ReadonlyArray<"signing"> | undefined
  /**
   * Serves a zone with this content, and nothing of earlier ones. May be called again with the same content. Returns the
   * serial that is served, or nothing for that of the zone. Throw an error if it is not served; it is called again later.
   */
  readonly publish: (
    zone: PlainZone,
    call: NameserverCall
  ) => Promise<{ readonly serial: number } | void> | { readonly serial: number } | void
  /** No longer serves a zone. Succeeds if it is not served. Without this function, zones stay served. */
  readonly remove?: ((zone: { readonly name: string }, call: NameserverCall) => Promise<void> | void) | undefined
  /** Number of zones that are published at once. Default 10. */
  readonly concurrency?: number | undefined
  /** Time limit of a call. Default 10 seconds. */
  readonly timeout?: Duration.Input | undefined
}

/** A driver that was made by `defineNameserver`. */
export interface NameserverDriver {
  readonly name: string
  readonly capabilities: ReadonlyArray<NameserverCapability>
  /** The nameserver, for hosts with Effect. */
  readonly nameserver: Effect.Effect<Nameserver, never, PublishedZones>
}

/** Zones of one call of the port, per concurrent publication. */
const zonesPerSlot = 10

const problemsOf = (definition: NameserverDefinition) =>
  optionProblems<NameserverDefinition>(definition, {
    name: expectedName,
    capabilities: expectedListOf(["signing"]),
    publish: expectedFunction,
    remove: expectedFunction,
    concurrency: expectedCount,
    timeout: expectedDuration("10 seconds")
  }, { required: ["name", "publish"] })

/**
 * Makes a nameserver driver of functions that return promises. Zones are passed completely; a failure is a problem of the
 * zone at this nameserver, which is published again later. Throws a `ConfigurationError` with every problem.
 *
 * @example
 * const edge = defineNameserver({
 *   name: "edge",
 *   publish: async ({ name, rrsets, serial }, { signal }) => client.put(name, { serial, rrsets }, { signal }),
 *   remove: async ({ name }, { signal }) => client.delete(name, { signal })
 * })
 * createPlatform({ storage, nameservers: [edge] })
 */
export const defineNameserver = (definition: NameserverDefinition): NameserverDriver => {
  const problems = problemsOf(definition)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const { capabilities = [], concurrency = 10, name, publish, remove, timeout = Duration.seconds(10) } = definition

  /** Calls a function of the driver. Fails with a problem for operators. */
  const called = <A>(call: (options: NameserverCall) => A | Promise<A>): Effect.Effect<A, string> =>
    callHost((signal) => call({ signal })).pipe(
      Effect.mapError(textOf),
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail("The nameserver did not answer in time") })
    )

  const publishZone = (zone: PublishedZone): Effect.Effect<number, string> => {
    if (zone.signing !== null && !capabilities.includes("signing")) {
      return Effect.fail("The nameserver cannot sign zones")
    }
    return Effect.flatMap(called((call) => publish(plainZone(zone), call)), (served) => {
      if (served === undefined) return Effect.succeed(zone.serial)
      return Predicate.isObject(served) && Number.isSafeInteger(served.serial)
        ? Effect.succeed(served.serial)
        : Effect.fail("The driver returned no serial")
    })
  }

  const removeZone = (zone: string): Effect.Effect<null, string> =>
    remove === undefined
      ? Effect.fail("The nameserver cannot remove zones")
      : Effect.as(called((call) => remove({ name: zone }, call)), null)

  return {
    name,
    capabilities: [...capabilities, ...(remove === undefined ? [] : ["removal" as const])],
    nameserver: Effect.map(PublishedZones, (zones) => {
      const publishOne = Effect.fnUntraced(function*(publication: Publication): Effect.fn.Return<Served> {
        const zone = publication.serial === null ? Option.none() : yield* zones.get(publication.name)
        const served = Option.isNone(zone) ? removeZone(publication.name) : publishZone(zone.value)
        return yield* Effect.match(served, {
          onSuccess: (serial) => ({ name: publication.name, serial, problem: null }),
          onFailure: (problem) => ({ name: publication.name, serial: undefined, problem })
        })
      })
      return {
        name,
        capabilities: {
          signing: capabilities.includes("signing") ? "server" : "library",
          zones_per_call: concurrency * zonesPerSlot
        },
        publish: (publications) => Effect.forEach(publications, publishOne, { concurrency })
      }
    })
  }
}

/** The nameservers of drivers. */
export const layerNameserverDrivers = (
  drivers: ReadonlyArray<NameserverDriver>
): Layer.Layer<Nameservers, never, PublishedZones> =>
  Layer.effect(
    Nameservers,
    Effect.map(Effect.forEach(drivers, ({ nameserver }) => nameserver), (all) => ({ all }))
  )

const textOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

const plainZone = ({ dns_zone_id, name, rrsets, serial, signing }: PublishedZone): PlainZone => ({
  dns_zone_id,
  name,
  serial,
  rrsets,
  signing: signing === null ? null : {
    denial: signing.denial,
    keys: signing.keys.map((key) => ({ ...key, private_key: Redacted.value(key.private_key) }))
  }
})
