import { BillingTransactionStore } from "@namewright/core/billing"
import {
  answered,
  CreateVanitySet,
  DelegationLookup,
  HostedLookup,
  type LookedUp,
  type StoredVanitySet,
  type VanitySetId,
  VanitySets,
  VanitySetStore,
  Zones
} from "@namewright/core/dns"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import { EventStore } from "@namewright/core/events"
import { type Instant, Money, type OrganizationId } from "@namewright/core/shared"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { type Customer, round } from "../../domains/DomainsPlatform.ts"

/** The addresses of vanity nameservers in the standard settings. */
export const anycast = ["192.0.2.1", "198.51.100.1", "2001:db8:1::1", "2001:db8:2::1"]

/** The apex of a zone without a set. */
export const platformNameservers = {
  ns: ["ns1.namewright.test.", "ns2.namewright.test."],
  soa: ["ns1.namewright.test.", "hostmaster.namewright.test."],
  vanity_nameserver_set_id: null
}

/** Public DNS of names that are not hosted here; tests write it. */
export class World extends Context.Service<World, {
  readonly addresses: Map<string, LookedUp>
  readonly glue: Map<string, LookedUp>
}>()("@namewright/core/test/dns/vanity/World") {}

const world = World.of({ addresses: new Map(), glue: new Map() })

/** A public DNS that knows what is hosted here, and what a test has written. */
const scripted = Layer.effect(
  DelegationLookup,
  Effect.map(DelegationLookup, (hosted) =>
    DelegationLookup.of({
      publicAddresses: (hostname) => {
        const found = world.addresses.get(hostname)
        return found === undefined ? hosted.publicAddresses(hostname) : Effect.succeed(found)
      },
      glue: (domain, hostname) => {
        const found = world.glue.get(hostname)
        return found === undefined ? hosted.glue(domain, hostname) : Effect.succeed(found)
      }
    }))
).pipe(Layer.provide(HostedLookup))

/** A whole platform on simulated registries and the test's clock, with a public DNS that tests write. */
export const vanityPlatformOn = (storage: Layer.Layer<Storage, unknown>) =>
  Layer.orDie(layerPlatform({ storage, delegationLookup: scripted })).pipe(
    Layer.provideMerge(Layer.succeed(World, world))
  )

export const vanityOnSqlite = vanityPlatformOn(memoryDatabase())

let made = 0

/** The request of a set under a name that no other test has. */
export const setRequest = (parent: string = `brand${++made}.example`, labels: ReadonlyArray<string> = ["ns1", "ns2"]) =>
  Schema.decodeUnknownSync(CreateVanitySet)({
    name: "Brand",
    parent_domain_name: parent,
    soa_rname: `hostmaster.${parent}`,
    hostnames: labels.map((label) => `${label}.${parent}`)
  })

/** The names of the set lead where they should, as far as the world is concerned. */
export const comeIntoPlace = ({ hostnames }: CreateVanitySet, addresses: ReadonlyArray<string> = anycast) =>
  Effect.sync(() => {
    for (const hostname of hostnames) world.addresses.set(hostname, answered(addresses))
  })

export const createSet = Effect.fnUntraced(function*(owner: Customer, request: CreateVanitySet = setRequest()) {
  const sets = yield* VanitySets
  return yield* owner.act(sets.create(request))
})

/** A set whose names are in place. */
export const activeSet = Effect.fnUntraced(function*(owner: Customer, request: CreateVanitySet = setRequest()) {
  yield* comeIntoPlace(request)
  const { set_id } = yield* createSet(owner, request)
  yield* round
  return yield* setNow(set_id)
})

/** Current state of an existing set. */
export const setNow = (id: VanitySetId): Effect.Effect<StoredVanitySet, never, VanitySetStore> =>
  Effect.map(Effect.flatMap(VanitySetStore, (store) => store.find(id)), Option.getOrThrow)

export const isGone = (id: VanitySetId) =>
  Effect.map(Effect.flatMap(VanitySetStore, (store) => store.find(id)), Option.isNone)

const everything = { page: 1, page_size: 1000 }

/** The charges of a set, oldest first, as `action status price`. */
export const chargesOfSet = Effect.fnUntraced(function*(
  { organization_id }: { readonly organization_id: OrganizationId },
  id: VanitySetId
) {
  const transactions = yield* BillingTransactionStore
  const { items } = yield* transactions.list(
    { payer_id: organization_id },
    { product_type: "vanity_nameserver", product_reference: id },
    { by: "created_on", order: "asc" },
    everything
  )
  return items.map(({ action, price, status }) => `${action} ${status} ${Money.toDecimal(price)}`)
})

/** The events of a set, oldest first, as `TYPE/SUBTYPE` without what all have. */
export const eventsOfSet = Effect.fnUntraced(function*(
  { organization_id }: { readonly organization_id: OrganizationId },
  id: VanitySetId
) {
  const store = yield* EventStore
  const filter = { object_id: id, object_type: "VANITY_NS_SET" } as const
  const { items } = yield* store.list(organization_id, filter, { by: "created_on", order: "asc" }, everything)
  return items.map(({ subtype, type }) => `${type?.replace("VANITY_NS_", "")}/${subtype}`)
})

/** Moves on to some days after an instant, and does what time has brought since. */
export const moveTo = Effect.fnUntraced(function*(instant: Instant.Instant | null, days: number = 0) {
  if (instant === null) return yield* Effect.die(new Error("There is no such instant"))
  yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.add(instant, { days })))
  yield* round
})

/** A new zone of the customer. */
export const zoneOf = Effect.fnUntraced(function*(owner: Customer, name: string, members: object = {}) {
  const zones = yield* Zones
  return yield* owner.act(zones.create({ name, ...members }))
})

/** The apex NS of a zone, and the mailbox of its SOA. */
export const apexOf = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const zones = yield* Zones
  const { rrsets, vanity_nameserver_set_id } = yield* owner.act(zones.get(name, []))
  const of = (type: string) =>
    rrsets.filter((rrset) => rrset.type === type && rrset.name === "@").flatMap(({ records }) =>
      records.map(({ rdata }) => rdata)
    )
  return { ns: of("NS"), soa: of("SOA")[0]?.split(" ").slice(0, 2), vanity_nameserver_set_id }
})
