import { Effect, Option } from "effect"
import { OrganizationDirectory } from "../../access/index.ts"
import { type Instant, type OrganizationId, PlatformSettings } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import type { Zone, ZoneId } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { nextOwnership, withSurroundingGap } from "./decideOwnership.ts"
import type { Displacement } from "./Displacement.ts"
import { type NameHolder, NameHolders } from "./NameHolders.ts"
import { answersChallenge, challengeName, OwnershipChallenges } from "./OwnershipChallenges.ts"
import type { OwnershipFinding } from "./OwnershipProof.ts"
import { type ActsFor, nearestAbove, servedOf, type ZoneAbove } from "./ServedZones.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** Outcome for one zone. */
export interface ReviewedZone {
  readonly before: Zone
  readonly after: Zone
  /** Set if this review displaced the zone. */
  readonly displaced_by: Displacement | undefined
}

/** Result of a check that was just made of one zone. */
export interface CheckedZone {
  readonly dns_zone_id: ZoneId
  readonly finding: OwnershipFinding
  /** True for a check that was due, and not made because somebody asked for it. */
  readonly is_scheduled: boolean
}

/** Facts about the names and organizations of one review, each looked up once. */
interface Facts {
  readonly holders: ReadonlyMap<DnsName.DnsName, NameHolder>
  readonly actsFor: ActsFor
  readonly trusted: ReadonlySet<OrganizationId>
  readonly now: Instant.Instant
}

/**
 * A zone with the ownership that was decided; a newly proven one displaces zones of others at and below its name, unless
 * the proof is that of the zone above.
 */
interface Decided {
  readonly before: Zone
  readonly zone: Zone
  readonly is_consented: boolean
  readonly is_newly_proven: boolean
}

/** Decides on the ownership of zones at and below a name, and which of them are served. It writes nothing. */
export const makeOwnershipReview = Effect.gen(function*() {
  const store = yield* ZoneOwnershipStore
  const zones = yield* ZoneStore
  const holders = yield* NameHolders
  const directory = yield* OrganizationDirectory
  const challenges = yield* OwnershipChallenges
  const { environment } = yield* PlatformSettings

  /** Of these organizations, who can act for whom. */
  const familyOf = Effect.fnUntraced(function*(organizations: Iterable<OrganizationId>) {
    const parents = new Map<OrganizationId, OrganizationId | null>()
    for (const organization of new Set(organizations)) {
      const found = yield* directory.find(organization)
      parents.set(organization, Option.isSome(found) ? found.value.parent_organization_id : null)
    }
    const actsFor: ActsFor = (organization, owner) => organization === owner || parents.get(owner) === organization
    return actsFor
  })

  const factsOf = Effect.fnUntraced(
    function*(within: ReadonlyArray<Zone>, above: Iterable<Zone>, now: Instant.Instant) {
      const held = yield* holders.of([...new Set(within.map(({ name }) => name))])
      const owners = within.map(({ organization_id }) => organization_id)
      const others = [...held.values(), ...above].map(({ organization_id }) => organization_id)
      const isAlone = new Set([...owners, ...others]).size < 2
      const facts: Facts = {
        holders: held,
        actsFor: isAlone ? (organization, owner) => organization === owner : yield* familyOf([...owners, ...others]),
        trusted: environment === "production" ? yield* store.trusted([...new Set(owners)]) : new Set(),
        now
      }
      return facts
    }
  )

  /** True if the zone above, which belongs to another organization, contains the record of the zone's challenge. */
  const consents = Effect.fnUntraced(function*(
    { name, organization_id }: Pick<Zone, "name" | "organization_id">,
    above: Pick<ZoneAbove, "dns_zone_id" | "name">
  ) {
    const rrsets = yield* zones.rrsetsAt(above, [challengeName(name)])
    return rrsets.length > 0 && answersChallenge(rrsets, yield* challenges.tokenOf(organization_id, name))
  })

  /** A zone below one of its own organization that is consented to needs no consent of its own. */
  const isConsented = (
    zone: Pick<Zone, "name" | "organization_id">,
    above: Pick<ZoneAbove, "dns_zone_id" | "name" | "proof"> | null,
    isBelowAnother: boolean
  ) =>
    above === null
      ? Effect.succeed(false)
      : isBelowAnother
      ? consents(zone, above)
      : Effect.succeed(above.proof === "consent")

  const decided = Effect.fnUntraced(function*(
    before: Zone,
    above: ZoneAbove | undefined,
    facts: Facts,
    checked: CheckedZone | undefined
  ) {
    const holder = facts.holders.get(before.name)
    const relation = holder === undefined
      ? "none"
      : facts.actsFor(before.organization_id, holder.organization_id)
      ? "self"
      : "another"
    const is_consented = relation !== "self" &&
      (yield* isConsented(before, above ?? null, isBelow(above, before, facts.actsFor)))
    const inherited = inheritedProof(before, above, facts.actsFor)
    const check = checked?.dns_zone_id === before.dns_zone_id ? checked : undefined
    const next = nextOwnership(before, {
      holder: relation,
      is_consented,
      inherited,
      is_claimed_by_another: false,
      finding: check?.finding,
      is_scheduled: check?.is_scheduled ?? false,
      now: facts.now
    })
    const outcome: Decided = {
      before,
      zone: { ...before, ...next },
      is_consented,
      is_newly_proven: next.ownership === "proven" && before.ownership !== "proven" && inherited === null
    }
    return outcome
  })

  /** Decides on the zones of one name, whose parents are decided already. */
  const reviewedName = Effect.fnUntraced(function*(
    named: ReadonlyArray<Zone>,
    above: ZoneAbove | undefined,
    facts: Facts,
    claimants: Array<Zone>,
    checked: CheckedZone | undefined
  ) {
    const { actsFor, now, trusted } = facts
    const outcomes = yield* Effect.forEach(named, (zone) => decided(zone, above, facts, checked))
    claimants.push(...outcomes.filter(({ is_newly_proven }) => is_newly_proven).map(({ zone }) => zone))
    const settled = outcomes.map((outcome) => {
      const holder = facts.holders.get(outcome.zone.name)
      const claimant = claimantOf(outcome, claimants, actsFor)
      const displaced_by: Displacement | undefined = claimant !== undefined
        ? { kind: "proof", zone: claimant }
        : outcome.zone.displaced_on !== null && holder !== undefined
        ? { kind: "holder", holder }
        : undefined
      const zone = claimant === undefined ? outcome.zone : {
        ...outcome.zone,
        ...nextOwnership(outcome.before, {
          holder: "none",
          is_consented: false,
          inherited: null,
          is_claimed_by_another: true,
          finding: undefined,
          is_scheduled: false,
          now
        })
      }
      return { before: outcome.before, zone, displaced_by }
    })
    const trustOf = (organization: OrganizationId) => ({ environment, is_trusted: trusted.has(organization) })
    const served = servedOf(settled.map(({ zone }) => zone), above, trustOf, actsFor)
    return settled.map(({ before, displaced_by, zone }): ReviewedZone => {
      const is_served = zone.dns_zone_id === served?.dns_zone_id
      const isHindered = served !== undefined || isBelow(above, zone, actsFor)
      const gap = zone.displaced_on === null && !is_served && isHindered
        ? "served_for_another"
        : undefined
      const missing = zone.displaced_on === null ? withSurroundingGap(zone.missing, gap) : zone.missing
      return { before, after: { ...zone, is_served, missing }, displaced_by }
    })
  })

  /** Outcomes for the zones at and below a name, parents before children, as `lockWithin` returns them. */
  const reviewed = Effect.fnUntraced(function*(
    name: DnsName.DnsName,
    within: ReadonlyArray<Zone>,
    checked: CheckedZone | undefined,
    now: Instant.Instant
  ) {
    if (within.length === 0) return []
    const served = new Map<DnsName.DnsName, Zone>(yield* store.served(namesAbove(name)))
    const facts = yield* factsOf(within, served.values(), now)
    const claimants: Array<Zone> = []
    const outcomes: Array<ReviewedZone> = []
    for (const [own, named] of Map.groupBy(within, (zone) => zone.name)) {
      const found = yield* reviewedName(named, nearestAbove(own, served), facts, claimants, checked)
      for (const { after } of found) if (after.is_served) served.set(own, after)
      outcomes.push(...found)
    }
    return outcomes
  })

  return { reviewed, isConsented }
})

/** The proof of the nearest served zone above, if it is the organization's own. */
const inheritedProof = ({ organization_id }: Zone, above: ZoneAbove | undefined, actsFor: ActsFor) =>
  above !== undefined && above.ownership === "proven" && actsFor(organization_id, above.organization_id)
    ? above.proof
    : null

/** True if the zone above belongs to an organization that this zone's cannot act for. */
const isBelow = (above: ZoneAbove | undefined, { organization_id }: Zone, actsFor: ActsFor): boolean =>
  above !== undefined && !actsFor(organization_id, above.organization_id)

/** A consent protects from claims above it, and from other consents to the same name. */
const claimantOf = (
  { is_consented, is_newly_proven, zone }: Decided,
  claimants: ReadonlyArray<Zone>,
  actsFor: ActsFor
) =>
  zone.displaced_on !== null || zone.ownership === "held" || (is_newly_proven && zone.proof !== "consent")
    ? undefined
    : claimants.find((claimant) =>
      DnsName.isWithin(zone.name, claimant.name) && !actsFor(zone.organization_id, claimant.organization_id) &&
      !(is_consented && (zone.name !== claimant.name || claimant.proof === "consent"))
    )
