import { assert } from "@effect/vitest"
import {
  challengeName,
  newVanitySetId,
  OwnershipChallenges,
  type RequestedRrset,
  TrustedOrganizations,
  VanitySetStore,
  VanitySetZones,
  Zones,
  ZoneStore
} from "@namewright/core/dns"
import type { PlatformServices } from "@namewright/core/embed"
import { JobWorker } from "@namewright/core/jobs"
import { Hostname, Timetable } from "@namewright/core/shared"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { type Customer, register } from "../../domains/DomainsPlatform.ts"
import { onlyJob, run, running } from "../../jobs/CommandBench.ts"
import { answering, claim, createZone, named, type PublicDns, write } from "../ownership/ClaimsPlatform.ts"
import { rrsetOf } from "../rrsetOf.ts"
import { vanitySetOf } from "../vanity/vanitySetOf.ts"

export const sweep = "dns.child_delegations"

/** Due work and its jobs, without the daily comparison of all delegations. */
export const due = Effect.gen(function*() {
  yield* TestClock.adjust("1 minute")
  const timetable = yield* Timetable
  for (const work of yield* timetable.works) if (work.name !== sweep) yield* work.run
  yield* (yield* JobWorker).drain(Duration.hours(1))
})

export const daily = Effect.gen(function*() {
  const works = yield* (yield* Timetable).works
  yield* works.find(({ name }) => name === sweep)?.run ?? Effect.die(new Error("There is no comparison"))
  yield* (yield* JobWorker).drain(Duration.hours(1))
})

export const zoneOf = Effect.fnUntraced(function*({ organization_id }: Customer, name: string) {
  const store = yield* ZoneStore
  return Option.getOrThrow(yield* store.find({ organization_id, name: named(name) }))
})

/** Delegations of a zone, as `sub NS ns1.example.`. */
export const delegations = Effect.fnUntraced(function*(owner: Customer, zone: string) {
  const { rrsets } = yield* owner.act(Effect.flatMap(Zones, ({ get }) => get(zone, [])))
  return rrsets.filter(({ protected_reason }) => protected_reason === "CHILD_ZONE").map(({ name, records, type }) =>
    [name, type, ...records.map(({ rdata }) => rdata)].join(" ")
  )
})

/** The same, also of an organization that has no such zone. */
export const delegationsOrNone = (owner: Customer, zone: string) =>
  Effect.catchTag(delegations(owner, zone), "ZoneNotFound", () => Effect.succeed([]))

export const ours = "NS ns1.namewright.test. ns2.namewright.test."

export const patch = (owner: Customer, zone: string, op: "remove" | "upsert", rrset: RequestedRrset) =>
  owner.act(Effect.flatMap(Zones, (zones) => zones.patchRrsets(zone, { ops: [{ op, rrset }] })))

export const removeZone = (owner: Customer, zone: string) =>
  owner.act(Effect.flatMap(Zones, ({ remove }) => remove(zone)))

const trust = Effect.fnUntraced(function*(owner: Customer, isTrusted: boolean) {
  yield* (yield* TrustedOrganizations).set(owner.organization_id, isTrusted)
  yield* due
})

/** The record in the zone above by which its owner consents to a zone of another organization. */
const consentOf = Effect.fnUntraced(function*({ organization_id }: Customer, zone: string) {
  const { value } = yield* (yield* OwnershipChallenges).of(organization_id, named(zone))
  return rrsetOf(challengeName(named(zone)), "TXT", value)
})

/** An active set of an organization, with nameservers of these names. */
export const vanitySet = Effect.fnUntraced(
  function*({ organization_id }: Customer, ...hostnames: ReadonlyArray<string>) {
    const set_id = yield* newVanitySetId
    const nameservers = hostnames.map((name, position) => ({ hostname: Hostname.make(name), position }))
    yield* (yield* VanitySetStore).insert(
      vanitySetOf({ set_id, organization_id, nameservers, status: "active", next_action_on: null })
    )
    return set_id
  }
)

export const assign = (
  owner: Customer,
  zone: string,
  vanity_nameserver_set_id: Effect.Success<typeof newVanitySetId> | null
) => owner.act(Effect.flatMap(VanitySetZones, (sets) => sets.assign(zone, { vanity_nameserver_set_id })))

export interface Family {
  readonly owner: Customer
  readonly other: Customer
  readonly top: string
  /** The zone whose delegation is looked at. */
  readonly sub: string
}

/** A way in which a child zone appears, disappears, or is served differently. */
interface Way {
  readonly title: string
  /** The owner does not hold the domain of the zones. */
  readonly isUnregistered?: true
  readonly before?: (family: Family) => Effect.Effect<unknown, unknown, PlatformServices | PublicDns>
  /** Delegations of the zone above before the step. */
  readonly from: ReadonlyArray<string>
  readonly step: (family: Family) => Effect.Effect<unknown, unknown, PlatformServices | PublicDns>
  readonly to: ReadonlyArray<string>
}

export const sub = `sub ${ours}`

/** The owner's zones `top` and `sub`. */
const both = ({ owner, sub: child, top }: Family) => Effect.andThen(createZone(owner, top), createZone(owner, child))

const consent = ({ other, owner, sub: child, top }: Family) =>
  Effect.flatMap(consentOf(other, child), (record) => patch(owner, top, "upsert", record))

/** The owner's zone, and one of another organization below it that it consents to. */
const consented = (family: Family) =>
  Effect.gen(function*() {
    yield* createZone(family.owner, family.top)
    yield* consent(family)
    yield* createZone(family.other, family.sub)
  })

export const ways: ReadonlyArray<Way> = [
  {
    title: "it is created",
    before: ({ owner, top }) => createZone(owner, top),
    from: [],
    step: ({ owner, sub: child }) => createZone(owner, child),
    to: [sub]
  },
  {
    title: "a job of a batch creates it",
    before: ({ owner, top }) => createZone(owner, top),
    from: [],
    step: ({ owner, sub: child }) =>
      owner.act(Effect.gen(function*() {
        yield* run(yield* running(yield* onlyJob("dns_zone_create", { name: child, rrsets: [] })))
      })),
    to: [sub]
  },
  {
    title: "it is removed",
    before: both,
    from: [sub],
    step: ({ owner, sub: child }) => removeZone(owner, child),
    to: []
  },
  {
    title: "a zone between is created",
    before: ({ owner, sub: child, top }) => Effect.andThen(createZone(owner, top), createZone(owner, `a.${child}`)),
    from: [`a.sub ${ours}`],
    step: ({ owner, sub: child }) => createZone(owner, child),
    to: [sub]
  },
  {
    title: "a zone between is removed",
    before: (family) => Effect.andThen(both(family), createZone(family.owner, `a.${family.sub}`)),
    from: [sub],
    step: ({ owner, sub: child }) => removeZone(owner, child),
    to: [`a.sub ${ours}`]
  },
  {
    title: "the zone above is removed and created again",
    before: both,
    from: [sub],
    step: ({ owner, top }) => Effect.andThen(removeZone(owner, top), createZone(owner, top)),
    to: [sub]
  },
  {
    title: "another organization creates it with the consent of the zone above",
    before: (family) => Effect.andThen(createZone(family.owner, family.top), consent(family)),
    from: [],
    step: ({ other, sub: child }) => createZone(other, child),
    to: [sub]
  },
  {
    title: "the owner of the zone above consents",
    isUnregistered: true,
    before: ({ other, owner, sub: child, top }) =>
      Effect.gen(function*() {
        yield* trust(owner, true)
        yield* createZone(owner, top)
        yield* createZone(other, child)
      }),
    from: [],
    step: (family) => Effect.andThen(consent(family), due),
    to: [sub]
  },
  {
    title: "the owner of the zone above consents no more",
    before: consented,
    from: [sub],
    step: ({ other, owner, sub: child, top }) =>
      Effect.gen(function*() {
        yield* patch(owner, top, "remove", yield* consentOf(other, child))
        yield* due
      }),
    to: []
  },
  {
    title: "the owner of the zone above removes a CNAME that prevented the delegation",
    isUnregistered: true,
    before: (family) =>
      Effect.gen(function*() {
        const { other, owner, sub: child, top } = family
        yield* trust(owner, true)
        yield* createZone(owner, top, { rrsets: [rrsetOf("sub", "CNAME", "x.test.")] })
        yield* createZone(other, child)
        yield* consent(family)
        yield* due
      }),
    from: [],
    step: ({ owner, top }) => Effect.andThen(patch(owner, top, "remove", rrsetOf("sub", "CNAME", "x.test.")), due),
    to: [sub]
  },
  {
    title: "it is assigned other nameservers, whose addresses it has",
    before: both,
    from: [sub],
    step: ({ owner, sub: child }) =>
      Effect.gen(function*() {
        yield* patch(owner, child, "upsert", rrsetOf("ns1", "A", "192.0.2.53"))
        yield* assign(owner, child, yield* vanitySet(owner, `ns1.${child}`, "ns2.elsewhere.test"))
      }),
    to: ["sub NS ns1.sub.$. ns2.elsewhere.test.", "ns1.sub A 192.0.2.53"]
  },
  {
    title: "an address of its nameservers changes",
    before: (family) =>
      Effect.gen(function*() {
        yield* both(family)
        yield* patch(family.owner, family.sub, "upsert", rrsetOf("ns1", "A", "192.0.2.53"))
        yield* assign(family.owner, family.sub, yield* vanitySet(family.owner, `ns1.${family.sub}`))
      }),
    from: ["sub NS ns1.sub.$.", "ns1.sub A 192.0.2.53"],
    step: ({ owner, sub: child }) =>
      Effect.andThen(patch(owner, child, "upsert", rrsetOf("ns1", "A", "192.0.2.54")), due),
    to: ["sub NS ns1.sub.$.", "ns1.sub A 192.0.2.54"]
  },
  {
    title: "it gets the nameservers of the platform again",
    before: (family) =>
      Effect.gen(function*() {
        yield* both(family)
        yield* patch(family.owner, family.sub, "upsert", rrsetOf("ns1", "A", "192.0.2.53"))
        yield* assign(family.owner, family.sub, yield* vanitySet(family.owner, `ns1.${family.sub}`))
      }),
    from: ["sub NS ns1.sub.$.", "ns1.sub A 192.0.2.53"],
    step: ({ owner, sub: child }) => assign(owner, child, null),
    to: [sub]
  },
  {
    title: "both become served because the operator trusts their organization",
    isUnregistered: true,
    before: both,
    from: [],
    step: ({ owner }) => trust(owner, true),
    to: [sub]
  },
  {
    title: "its proof is found while the zone above is served",
    isUnregistered: true,
    before: (family) =>
      Effect.gen(function*() {
        yield* both(family)
        yield* write(family.top, answering.ownNameservers)
      }),
    from: [],
    step: ({ owner, top }) => claim(owner, top),
    to: [sub]
  },
  {
    title: "the zone above is created by the registration of its domain",
    isUnregistered: true,
    before: ({ owner, sub: child }) => createZone(owner, child),
    from: [],
    step: ({ owner, top }) => Effect.andThen(register(owner, top, { create_zone: true }), due),
    to: [sub]
  },
  {
    title: "it is displaced with the zone above, by the holder of the domain",
    isUnregistered: true,
    before: ({ other, sub: child, top }) =>
      Effect.gen(function*() {
        yield* trust(other, true)
        yield* createZone(other, top)
        yield* createZone(other, child)
        assert.deepStrictEqual(yield* delegations(other, top), [sub])
      }),
    from: [],
    step: ({ owner, top }) => Effect.andThen(register(owner, top, { create_zone: true }), due),
    to: []
  },
  {
    title: "another organization's zone of the same name takes its place without a consent",
    isUnregistered: true,
    before: (family) =>
      Effect.gen(function*() {
        yield* trust(family.owner, true)
        yield* both(family)
        yield* createZone(family.other, family.sub)
        yield* write(family.sub, answering.ownNameservers)
      }),
    from: [sub],
    step: ({ other, sub: child }) => claim(other, child),
    to: []
  }
]
