import { administrator } from "@namewright/conformance"
import { OrganizationDirectory, SealedSecrets } from "@namewright/core/access"
import {
  ChildDelegations,
  type CreateZone,
  DnsName,
  NameHolders,
  OwnershipChallenges,
  type Publication,
  ZoneBranding,
  ZoneChanges,
  ZoneHosts,
  ZoneOwnership,
  ZonePublications,
  Zones,
  ZoneSigning
} from "@namewright/core/dns"
import { EventLog } from "@namewright/core/events"
import { JobQueue } from "@namewright/core/jobs"
import { CurrentActor, newDomainId, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Tagging, Tags } from "@namewright/core/tags"
import { Context, Effect, Layer, Option } from "effect"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"

/** Publications and delegation changes of the zones of a test, oldest first. */
export class Recorded extends Context.Service<Recorded, {
  readonly publications: Array<Publication>
  /** Zones whose publications cannot be written down. */
  readonly unannounced: Set<string>
  readonly signed: Array<DnsName.DnsName>
  readonly withdrawn: Array<DnsName.DnsName>
  /** Ids of zones that hold the names of a vanity set. */
  readonly inUse: Set<string>
  readonly suborganizations: Map<OrganizationId, OrganizationId>
  /** Holders of domains, by the name of the domain without the final dot. */
  readonly registrants: Map<string, OrganizationId>
}>()("@namewright/core/test/dns/Recorded") {}

const surroundings = Layer.effectContext(Effect.gen(function*() {
  const recorded = Recorded.of({
    publications: [],
    unannounced: new Set(),
    signed: [],
    withdrawn: [],
    inUse: new Set(),
    suborganizations: new Map(),
    registrants: new Map()
  })
  const unused = Effect.die(new Error("No part of this test"))
  const branding = yield* ZoneBranding
  const announce = (publications: ReadonlyArray<Publication>) =>
    publications.some(({ name }) => recorded.unannounced.has(name))
      ? Effect.die(new Error("The storage is gone"))
      : Effect.sync(() =>
        void recorded.publications.push(
          ...publications.map(({ dns_zone_id, name, serial }) => ({ dns_zone_id, name, serial }))
        )
      )
  return Context.make(Recorded, recorded).pipe(
    Context.add(ZonePublications, {
      announce,
      due: (publications) => Effect.as(announce(publications), undefined),
      ofZone: () => unused,
      run: unused,
      drain: unused
    }),
    Context.add(ZoneSigning, {
      recordsOf: (zones) =>
        Effect.succeed(new Map(zones.map((zone) => [zone.dns_zone_id, { dnskey: ["257 3 13 AAAA"], ds: [] }]))),
      requireServed: () => Effect.void,
      enable: (zone) => Effect.sync(() => (recorded.signed.push(zone.name), "skipped" as const)),
      withdraw: (zone) => Effect.sync(() => void recorded.withdrawn.push(zone.name))
    }),
    Context.add(ZoneBranding, { ...branding, isInUse: (zone) => Effect.sync(() => recorded.inUse.has(zone)) }),
    Context.add(NameHolders, {
      of: (names) =>
        Effect.gen(function*() {
          const domain_id = yield* newDomainId
          return new Map(names.flatMap((zone) => {
            const owned = [...recorded.registrants].find(([domain]) => DnsName.isWithin(zone, named(domain)))
            return owned === undefined ? [] : [[zone, { domain_id, organization_id: owned[1], name: named(owned[0]) }]]
          }))
        })
    }),
    Context.add(JobQueue, {
      enqueue: () => unused,
      enqueueAll: (jobs) => jobs.length === 0 ? Effect.void : unused
    }),
    Context.add(OrganizationDirectory, {
      find: (organization_id) =>
        Effect.sync(() =>
          Option.some({
            organization_id,
            parent_organization_id: recorded.suborganizations.get(organization_id) ?? null,
            active: true
          })
        ),
      keep: () => Effect.succeed(true)
    })
  )
})).pipe(Layer.provide(ZoneBranding.layerPlatform), Layer.merge(ZoneHosts.layerNone))

const named = (domain: string) => DnsName.DnsName.make(`${domain}.`)

const database = memoryDatabase()

/** Zones and tags over SQLite in memory, without nameservers. */
export const zonesPlatformOn = (storage: typeof database) =>
  Layer.mergeAll(Zones.layer, Tags.layer, Tagging.layer).pipe(
    Layer.provideMerge(ZoneOwnership.layer),
    Layer.provideMerge(ChildDelegations.layer),
    Layer.provideMerge(ZoneChanges.layer),
    Layer.provideMerge(OwnershipChallenges.layer.pipe(Layer.provide(SealedSecrets.layer))),
    Layer.provideMerge(EventLog.layer),
    Layer.provideMerge(surroundings),
    Layer.provideMerge(storage)
  )

export const zonesPlatform = zonesPlatformOn(database)

/** Runs a test as the administrator of a new organization. */
export const inNewOrganization = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    newOrganizationId,
    (organization) => Effect.provideService(effect, CurrentActor, administrator(organization))
  )

let made = 0

/** Makes a zone under a name that no other test has. */
export const newZone = (rest: Partial<CreateZone> = {}) =>
  Zones.use(({ create }) => create({ name: `zone${made++}.example`, ...rest }))
