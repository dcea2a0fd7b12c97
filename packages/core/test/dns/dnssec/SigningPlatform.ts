import { layer as sqlite } from "@namewright/adapters-sqlite"
import {
  DnsName,
  SigningJobs,
  StoredZoneKeys,
  ZoneBranding,
  ZoneChanges,
  ZoneDnssec,
  ZoneKeyStore,
  ZonePublications,
  Zones,
  ZoneSigning,
  type ZoneSigningProgress,
  ZoneStore
} from "@namewright/core/dns"
import { DomainDelegation, DomainSigning } from "@namewright/core/domains"
import type { Storage } from "@namewright/core/embed"
import { layerPlatform } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Instant } from "@namewright/core/shared"
import { Context, Duration, Effect, Fiber, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { atRegistry, type Customer, customer, eventListOf, register } from "../../domains/DomainsPlatform.ts"
import { testTlds } from "../../domains/testTlds.ts"

/** Nameservers that serve what they are told at once, unless they are held up. */
export class Served extends Context.Service<Served, {
  readonly names: Set<string>
  readonly heldUp: Set<string>
  readonly wanted: Map<string, number>
}>()("@namewright/core/test/dns/Served") {}

/** A platform whose zones are served by nameservers of the test. */
export const signingPlatform = (storage: Layer.Layer<Storage | ZoneKeyStore | ZoneStore, unknown>) => {
  const publications = Layer.effectContext(Effect.gen(function*() {
    const served = Served.of({ names: new Set(["one", "two"]), heldUp: new Set(), wanted: new Map() })
    const now = yield* Instant.now
    const unused = Effect.die(new Error("No part of this test"))
    return Context.make(Served, served).pipe(Context.add(ZonePublications, {
      announce: (all) =>
        Effect.sync(() => {
          for (const { name, serial } of all) served.wanted.set(name, serial ?? 0)
        }),
      ofZone: (name) =>
        Effect.sync(() =>
          [...served.names].map((nameserver) => ({
            nameserver,
            serial_wanted: served.wanted.get(name) ?? null,
            serial_served: served.heldUp.has(nameserver) ? null : served.wanted.get(name) ?? null,
            wanted_on: now,
            served_on: null,
            attempts: 0,
            next_attempt_on: null,
            problem: null
          }))
        ),
      run: unused,
      drain: unused
    }))
  }))
  return Layer.mergeAll(Zones.layer, ZoneDnssec.layer, SigningJobs, StoredZoneKeys).pipe(
    (zones) => Layer.mergeAll(DomainSigning.layer).pipe(Layer.provideMerge(zones)),
    Layer.provideMerge(ZoneSigning.layer),
    Layer.provideMerge(Layer.mergeAll(ZoneChanges.layer, ZoneBranding.layerPlatform)),
    Layer.provideMerge(Layer.mergeAll(publications, DomainDelegation)),
    Layer.provideMerge(layerPlatform({ storage, tlds: testTlds })),
    Layer.provideMerge(storage),
    Layer.orDie
  )
}

export const onSqlite = signingPlatform(sqlite({ filename: ":memory:", synchronous: "normal" }))

export const dnsName = (name: string) => Result.getOrThrow(DnsName.parse(`${name}.`))

/** A customer's domain on the platform's nameservers, and its zone. */
export const hosted = Effect.fnUntraced(function*(
  name: string,
  options: { readonly elsewhere?: boolean; readonly owner?: Customer } = {}
) {
  const owner = options.owner ?? (yield* customer())
  const zones = yield* Zones
  const nameservers = options.elsewhere === true
    ? ["ns1.other.example"]
    : ["ns1.namewright.test", "ns2.namewright.test"]
  const domain = yield* register(owner, name, { nameservers: nameservers.map((hostname) => ({ hostname })) })
  const { dns_zone_id } = yield* owner.act(zones.create({ name, rrsets: [] }))
  return { owner, domain, dns_zone_id, reference: name }
})

export type Hosted = Effect.Success<ReturnType<typeof hosted>>

export const zoneNow = Effect.fnUntraced(function*({ dns_zone_id }: Pick<Hosted, "dns_zone_id">) {
  const zones = yield* ZoneStore
  return Option.getOrThrow(yield* zones.findById(dns_zone_id))
})

export const progressOf = Effect.fnUntraced(function*({ dns_zone_id }: Pick<Hosted, "dns_zone_id">) {
  const store = yield* ZoneKeyStore
  return Option.getOrUndefined(yield* store.progress(dns_zone_id))
})

export const stateOf = (zone: Pick<Hosted, "dns_zone_id">): Effect.Effect<
  ZoneSigningProgress["state"] | undefined,
  never,
  ZoneKeyStore
> => Effect.map(progressOf(zone), (progress) => progress?.state)

export const keysOf = Effect.fnUntraced(function*({ dns_zone_id }: Pick<Hosted, "dns_zone_id">) {
  const store = yield* ZoneKeyStore
  return (yield* store.ofZones([dns_zone_id])).get(dns_zone_id) ?? []
})

/** The key tags of the zone, oldest first. */
export const tagsOf = (zone: Pick<Hosted, "dns_zone_id">) =>
  Effect.map(keysOf(zone), (keys) => keys.map(({ key_tag }) => key_tag))

/** The key tags of the DS records at the registry. */
export const dsTags = Effect.fnUntraced(function*({ domain }: Pick<Hosted, "domain">) {
  const seen = yield* atRegistry(domain)
  return (seen?.dnssec ?? []).map((entry) => entry.record_type === "ds_data" ? entry.key_tag : entry.public_key)
})

export const enable = ({ owner, reference }: Hosted) =>
  Effect.flatMap(ZoneDnssec, (dnssec) => owner.act(dnssec.enable(reference)))
export const disable = ({ owner, reference }: Hosted) =>
  Effect.flatMap(ZoneDnssec, (dnssec) => owner.act(dnssec.disable(reference)))
export const roll = ({ owner, reference }: Hosted) =>
  Effect.flatMap(ZoneDnssec, (dnssec) => owner.act(dnssec.roll(reference)))

/** Moves on, and has the jobs done whose time has come. */
export const pass = Effect.fnUntraced(function*(time: Duration.Input) {
  yield* TestClock.adjust(time)
  const worker = yield* JobWorker
  yield* worker.drain(Duration.hours(1))
})

/** Lets what is not bound to the clock come to its turn: keys are made by other threads. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Waits, by the clock of the test, until something is so. */
export const until = <E, R>(isSo: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function*() {
    for (let look = 0; look < 10_000; look++) {
      if (yield* isSo) return
      yield* turn
      yield* TestClock.adjust("10 millis")
    }
    return yield* Effect.die(new Error("It never came to that"))
  })

/** What a request that waits comes to, while time goes on. */
export const awaited = <A, E>(fiber: Fiber.Fiber<A, E>) =>
  Effect.andThen(until(Effect.sync(() => fiber.pollUnsafe() !== undefined)), Fiber.join(fiber))

/** The failures that the owner was told of. */
export const failuresOf = Effect.fnUntraced(function*({ domain, owner }: Hosted) {
  return (yield* eventListOf(owner, domain.domain_id))
    .filter(({ subtype }) => subtype === "FAILURE")
    .map(({ event_data, type }) => `${type} ${event_data.error?.detail}`)
})
