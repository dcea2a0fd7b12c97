import {
  type Nameserver,
  Nameservers,
  ZoneDnssec,
  ZoneKeyStore,
  ZonePublications,
  Zones,
  type ZoneSigningProgress,
  ZoneStore
} from "@namewright/core/dns"
import { layerPlatform, type PlatformServices, type Storage } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Context, Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { atRegistry, type Customer, customer, eventListOf, register } from "../../domains/DomainsPlatform.ts"
import { testTlds } from "../../domains/testTlds.ts"
import { whileItPauses } from "../../shared/watchSleeps.ts"

/** Which of the nameservers `one` and `two` serve nothing new. */
export class HeldUp extends Context.Service<HeldUp, Set<string>>()("@namewright/core/test/dns/HeldUp") {}

const nameserver = (name: string, heldUp: Set<string>): Nameserver => ({
  name,
  capabilities: { signing: "library", zones_per_call: 100 },
  publish: (publications) =>
    Effect.sync(() =>
      publications.map(({ name: zone, serial }) =>
        heldUp.has(name)
          ? { name: zone, serial: undefined, problem: "It is held up" }
          : { name: zone, serial, problem: null }
      )
    )
})

type Platform = (nameservers: Layer.Layer<Nameservers>) => Layer.Layer<PlatformServices, unknown>

/** A platform with two nameservers of the test. */
export const servedBy = (platform: Platform) => {
  const heldUp = new Set<string>()
  const nameservers = Layer.succeed(Nameservers, { all: ["one", "two"].map((name) => nameserver(name, heldUp)) })
  return Layer.effectDiscard(Effect.flatMap(ZonePublications, ({ drain }) => drain)).pipe(
    Layer.provideMerge(platform(nameservers)),
    Layer.provideMerge(Layer.succeed(HeldUp, heldUp)),
    Layer.orDie
  )
}

export const signingPlatform = (storage: Layer.Layer<Storage, unknown>) =>
  servedBy((nameservers) => layerPlatform({ storage, tlds: testTlds, nameservers }))

export const onSqlite = signingPlatform(memoryDatabase())

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
  return Option.getOrThrow(yield* zones.find(dns_zone_id))
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

/** The request to sign, which waits for the nameservers. */
export const askToSign = ({ owner, reference }: Hosted) =>
  Effect.flatMap(ZoneDnssec, (dnssec) => owner.act(dnssec.enable(reference)))
export const enable = (zone: Hosted) => whileServed(askToSign(zone))
export const disable = ({ owner, reference }: Hosted) =>
  Effect.flatMap(ZoneDnssec, (dnssec) => owner.act(dnssec.disable(reference)))
export const roll = ({ owner, reference }: Hosted) =>
  Effect.flatMap(ZoneDnssec, (dnssec) => owner.act(dnssec.roll(reference)))

/** Runs due publications. */
const served = Effect.flatMap(ZonePublications, ({ drain }) => drain)

/** Runs an effect that waits for the nameservers, with publications and an advancing clock. */
export const whileServed = <A, E, R>(work: Effect.Effect<A, E, R>) => whileItPauses(work, served)

/** Moves on, and has the jobs done whose time has come. */
export const pass = Effect.fnUntraced(function*(time: Duration.Input) {
  yield* TestClock.adjust(time)
  yield* served
  const worker = yield* JobWorker
  yield* worker.drain(Duration.hours(1))
})

/** Failures in the events of the owner. */
export const failuresOf = Effect.fnUntraced(function*({ domain, owner }: Hosted) {
  return (yield* eventListOf(owner, domain.domain_id))
    .filter(({ subtype }) => subtype === "FAILURE")
    .map(({ event_data, type }) => `${type} ${event_data.error?.detail}`)
})
