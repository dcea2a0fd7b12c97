import { ZoneSamples } from "@namewright/conformance"
import {
  type AliasAddresses,
  Aliases,
  AliasRefresh,
  AliasResolver,
  AliasUnresolved,
  DnsName,
  type Nameserver,
  Nameservers,
  type Publication,
  PublishedZones,
  type Rrset,
  type Served,
  type Zone,
  ZoneChanges,
  ZoneKeyring,
  ZonePublications
} from "@namewright/core/dns"
import { JobQueue } from "@namewright/core/jobs"
import { Processes } from "@namewright/core/processes"
import { newOrganizationId, Timetable, Transaction } from "@namewright/core/shared"
import { Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"

/** Addresses of outside names, by target; other names cannot be resolved. */
class OutsideNames extends Map<string, AliasAddresses> {
  /** Targets whose look-ups do not end. */
  readonly silent = new Set<string>()
  /** Targets in the order of their look-ups. */
  readonly asked: Array<string> = []
}

export class Outside extends Context.Service<Outside, OutsideNames>()("test/dns/Outside") {}

const resolver = Layer.effect(
  AliasResolver,
  Effect.map(Outside, (names) =>
    AliasResolver.of({
      resolve: (target) =>
        Effect.suspend(() => {
          names.asked.push(target)
          if (names.silent.has(target)) return Effect.never
          const addresses = names.get(target)
          return addresses === undefined
            ? Effect.fail(new AliasUnresolved({ target, reason: "no answer" }))
            : Effect.succeed(addresses)
        })
    }))
)

const unused = Effect.die(new Error("No part of these tests"))

/** Zones and what is published of them, over SQLite in memory, without a nameserver. */
export const publicationPlatform = Layer.fresh(
  Layer.mergeAll(PublishedZones.layer, AliasRefresh).pipe(
    Layer.provideMerge(Layer.mergeAll(Aliases.layer, ZoneKeyring.layerNone)),
    Layer.provideMerge(ZoneChanges.layer),
    Layer.provideMerge(ZonePublications.layer),
    Layer.provide(
      Layer.succeed(JobQueue, { enqueue: () => unused, enqueueAll: (jobs) => jobs.length === 0 ? Effect.void : unused })
    ),
    Layer.provideMerge(Nameservers.layerNone),
    Layer.provideMerge(resolver),
    Layer.provideMerge(Layer.sync(Outside, () => new OutsideNames())),
    Layer.provideMerge(Layer.merge(Timetable.layer, Processes.layer)),
    Layer.provideMerge(memoryDatabase())
  )
)

/** A process that publishes to a nameserver; it ends with the scope. */
export const processFor = (...all: ReadonlyArray<Nameserver>) =>
  Effect.map(
    Layer.build(Layer.fresh(ZonePublications.layer.pipe(Layer.provide(Layer.succeed(Nameservers, { all }))))),
    Context.get(ZonePublications)
  )

/** Stores a zone and has it announced, as the service of zones does. */
export const createdZone = Effect.fnUntraced(function*(rrsets: ReadonlyArray<Rrset> = [], rest: Partial<Zone> = {}) {
  const publications = yield* ZonePublications
  const { atomically } = yield* Transaction
  const zone = yield* ZoneSamples.newZone(yield* newOrganizationId, { rrset_count: rrsets.length, ...rest })
  const absolute = rrsets.map((rrset) => ({ ...rrset, name: below(rrset.name, zone) }))
  yield* atomically(Effect.andThen(ZoneSamples.insertedZone(zone, absolute), publications.announce([zone])))
  return zone
})

const below = (name: DnsName.DnsName, zone: Zone): DnsName.DnsName =>
  DnsName.DnsName.make(name === "." ? zone.name : `${name}${zone.name}`)

/** A new serial without any difference. */
export const touched = Effect.fnUntraced(function*({ dns_zone_id }: Zone) {
  const changes = yield* ZoneChanges
  const change = yield* Effect.orDie(
    changes.change(dns_zone_id, "system", () => Effect.succeed({ rrsets: [], is_signed_anew: true }))
  )
  return change?.serial ?? 0
})

type Mood = "serves" | "down" | "silent" | "refuses"

/** A nameserver that does as the test says. */
export class ScriptedNameserver implements Nameserver {
  readonly capabilities = { signing: "library", zones_per_call: 10 } as const
  readonly name: string
  readonly served = new Map<DnsName.DnsName, number>()
  readonly asked: Array<ReadonlyArray<Publication>> = []
  readonly refused = new Set<DnsName.DnsName>()
  mood: Mood = "serves"
  readonly #zones: PublishedZones["Service"]

  constructor(name: string, zones: PublishedZones["Service"]) {
    this.name = name
    this.#zones = zones
  }

  static readonly make = (name: string) => Effect.map(PublishedZones, (zones) => new ScriptedNameserver(name, zones))

  readonly publish = (publications: ReadonlyArray<Publication>): Effect.Effect<ReadonlyArray<Served>> =>
    Effect.suspend(() => {
      this.asked.push(publications)
      if (this.mood === "down") return Effect.die(new Error("connection refused"))
      if (this.mood === "silent") return Effect.never
      return Effect.forEach(publications, (publication) => this.#serve(publication))
    })

  #serve({ name }: Publication): Effect.Effect<Served> {
    return Effect.map(this.#zones.get(name), (zone): Served => {
      if (this.mood === "refuses" || this.refused.has(name)) {
        return { name, serial: this.served.get(name) ?? null, problem: "REFUSED" }
      }
      if (Option.isNone(zone)) this.served.delete(name)
      else this.served.set(name, zone.value.serial)
      return { name, serial: this.served.get(name) ?? null, problem: null }
    })
  }
}

/** Lets every fiber continue that only waits for its turn. */
export const settled = Effect.forEach(Array.from({ length: 200 }), () => Effect.yieldNow, { discard: true })

/** Passes seconds one by one, and lets the publishers work after each. */
export const pass = Effect.fnUntraced(function*(seconds: number) {
  for (let second = 0; second < seconds; second++) {
    yield* TestClock.adjust("1 second")
    yield* settled
  }
})
