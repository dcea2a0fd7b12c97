import { Effect, Option } from "effect"
import { OrganizationDirectory } from "../../access/index.ts"
import { type Environment, type Instant, type OrganizationId, PlatformSettings } from "../../shared/index.ts"
import type * as DnsName from "../DnsName.ts"
import type { Zone, ZoneId } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"
import { ZoneStore } from "../ZoneStore.ts"
import type { Displacement } from "./Displacement.ts"
import { type NameHolder, NameHolders } from "./NameHolders.ts"
import { type NewProof, prevailingProof } from "./NewProof.ts"
import { displaced, nextOwnership, withSurroundingGap } from "./nextOwnership.ts"
import { answersChallenge, challengeName, OwnershipChallenges } from "./OwnershipChallenges.ts"
import type { OwnershipFinding } from "./OwnershipProof.ts"
import { type ActsFor, nearestAbove, relationOf, servedOf, type ZoneAbove } from "./ServedZones.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** Outcome for one zone. */
export interface ReviewedZone {
  readonly before: Zone
  readonly after: Zone
  /** Set if this review displaced the zone. */
  readonly displaced_by: Displacement | undefined
}

/** Result of a check that was just made of one zone. */
export interface CheckResult {
  readonly dns_zone_id: ZoneId
  readonly finding: OwnershipFinding
  /** True if the check was due, false if a caller asked for it. */
  readonly is_scheduled: boolean
}

/** Outcomes for a page of zones, and the proofs that are new, those of earlier pages included. */
export interface PageReview {
  readonly outcomes: ReadonlyArray<ReviewedZone>
  readonly proofs: ReadonlyArray<NewProof>
}

/** Facts about the names and organizations of one review, each looked up once. */
interface Facts {
  readonly holders: ReadonlyMap<DnsName.DnsName, NameHolder>
  readonly actsFor: ActsFor
  readonly trusted: ReadonlySet<OrganizationId>
  readonly environment: Environment
  readonly now: Instant.Instant
}

/** Ownership of a zone by its holder, consent and checks, before the proofs of other organizations are applied. */
interface OwnDecision {
  readonly before: Zone
  readonly zone: Zone
  readonly is_consented: boolean
  /** True for a new proof of the zone itself; the proof of the zone above is not one. */
  readonly is_newly_proven: boolean
}

/** Decides on the ownership of zones at and below a name, and which of them are served. Stores nothing. */
export const makeOwnershipReview = Effect.gen(function*() {
  const store = yield* ZoneOwnershipStore
  const zones = yield* ZoneStore
  const holders = yield* NameHolders
  const directory = yield* OrganizationDirectory
  const challenges = yield* OwnershipChallenges
  const { environment } = yield* PlatformSettings

  /** Relation of organizations to these owners: an organization can act for itself and its suborganizations. */
  const actsForOwners = Effect.fnUntraced(function*(owners: Iterable<OrganizationId>) {
    const parents = new Map<OrganizationId, OrganizationId | null>()
    for (const owner of new Set(owners)) {
      const found = yield* directory.find(owner)
      parents.set(owner, Option.isSome(found) ? found.value.parent_organization_id : null)
    }
    const actsFor: ActsFor = (organization, owner) => organization === owner || parents.get(owner) === organization
    return actsFor
  })

  const factsOf = Effect.fnUntraced(
    function*(within: ReadonlyArray<Zone>, others: ReadonlyArray<{ readonly organization_id: OrganizationId }>) {
      const holderOf = yield* holders.of([...new Set(within.map(({ name }) => name))])
      const owners = new Set([...within, ...holderOf.values(), ...others].map(({ organization_id }) => organization_id))
      return {
        holders: holderOf,
        actsFor: yield* actsForOwners(owners.size < 2 ? [] : owners),
        trusted: environment === "production" ? yield* store.trusted([...owners]) : new Set<OrganizationId>(),
        environment
      }
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

  /**
   * True if the owner of the zone above consents: that zone contains the TXT record of the challenge, or it is itself a
   * zone of this organization with `consent`.
   */
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

  const decideOwn = Effect.fnUntraced(function*(
    before: Zone,
    above: ZoneAbove | undefined,
    { actsFor, holders: holderOf, now }: Facts,
    checked: CheckResult | undefined
  ) {
    const holder = relationOf(before, holderOf, actsFor)
    const is_consented = holder !== "self" &&
      (yield* isConsented(before, above ?? null, isBelow(above, before, actsFor)))
    const inherited = inheritedProof(before, above, actsFor)
    const check = checked?.dns_zone_id === before.dns_zone_id ? checked : undefined
    const next = nextOwnership(before, {
      holder,
      is_consented,
      inherited,
      finding: check?.finding,
      is_scheduled: check?.is_scheduled ?? false,
      now
    })
    const decision: OwnDecision = {
      before,
      zone: { ...before, ...next },
      is_consented,
      is_newly_proven: next.ownership === "proven" && before.ownership !== "proven" && inherited === null
    }
    return decision
  })

  /**
   * Outcomes for a page of zones, parents before children; all zones of a name are on one page. `earlier` are the new
   * proofs of the pages before.
   */
  const reviewed = Effect.fnUntraced(function*(
    page: ReadonlyArray<Zone>,
    checked: CheckResult | undefined,
    earlier: ReadonlyArray<NewProof>,
    now: Instant.Instant
  ) {
    if (page.length === 0) return { outcomes: [], proofs: earlier } satisfies PageReview
    const names = Map.groupBy(page, (zone) => zone.name)
    const above = new Set([...names.keys()].flatMap(namesAbove).filter((name) => !names.has(name)))
    const served = new Map<DnsName.DnsName, Zone>(yield* store.served([...above]))
    const others = [...served.values(), ...earlier.map(({ zone }) => zone)]
    const facts: Facts = { ...yield* factsOf(page, others), now }
    const outcomes: Array<ReviewedZone> = []
    const proofs = [...earlier]
    for (const [name, named] of names) {
      const nearest = nearestAbove(name, served)
      const decisions = yield* Effect.forEach(named, (zone) => decideOwn(zone, nearest, facts, checked))
      proofs.push(...newProofs(decisions, now))
      const decided = decisions.map((decision) => applyProofs(decision, proofs, facts))
      const found = chooseServed(decided, nearest, facts)
      for (const { after } of found) if (after.is_served) served.set(name, after)
      outcomes.push(...found)
    }
    return { outcomes, proofs } satisfies PageReview
  })

  return { reviewed, isConsented, actsForOwners }
})

const newProofs = (decisions: ReadonlyArray<OwnDecision>, proven_on: Instant.Instant): ReadonlyArray<NewProof> =>
  decisions.flatMap(({ is_newly_proven, zone }) => is_newly_proven ? [{ zone, proven_on }] : [])

/** Displaces a zone at or below a name that another organization has just proven. */
const applyProofs = (
  { before, is_consented, is_newly_proven, zone }: OwnDecision,
  proofs: ReadonlyArray<NewProof>,
  { actsFor, holders, now }: Facts
): ReviewedZone => {
  const isExempt = zone.displaced_on !== null || zone.ownership === "held" ||
    (is_newly_proven && zone.proof !== "consent")
  const proof = isExempt ? undefined : prevailingProof({ ...zone, is_consented }, proofs, actsFor)
  if (proof !== undefined) {
    const after = { ...before, ...displaced(before, "served_for_another", now) }
    return { before, after, displaced_by: { kind: "proof", zone: proof.zone } }
  }
  const holder = holders.get(zone.name)
  const isDisplaced = zone.displaced_on !== null && holder !== undefined
  return { before, after: zone, displaced_by: isDisplaced ? { kind: "holder", holder } : undefined }
}

/** Decides which zone of a name is served, and the gap of the others. */
const chooseServed = (
  decided: ReadonlyArray<ReviewedZone>,
  above: ZoneAbove | undefined,
  { actsFor, environment, trusted }: Facts
): ReadonlyArray<ReviewedZone> => {
  const trustOf = (organization: OrganizationId) => ({ environment, is_trusted: trusted.has(organization) })
  const served = servedOf(decided.map(({ after }) => after), above, trustOf, actsFor)
  return decided.map(({ after: zone, ...rest }) => {
    if (zone.displaced_on !== null) return { ...rest, after: { ...zone, is_served: false } }
    const is_served = zone.dns_zone_id === served?.dns_zone_id
    const isHindered = !is_served && (served !== undefined || isBelow(above, zone, actsFor))
    const missing = withSurroundingGap(zone.missing, isHindered ? "served_for_another" : undefined)
    return { ...rest, after: { ...zone, is_served, missing } }
  })
}

/** The proof of the nearest served zone above, if that zone belongs to the organization or a suborganization of it. */
const inheritedProof = ({ organization_id }: Zone, above: ZoneAbove | undefined, actsFor: ActsFor) =>
  above !== undefined && above.ownership === "proven" && actsFor(organization_id, above.organization_id)
    ? above.proof
    : null

/** True if the zone above belongs to an organization that this zone's organization cannot act for. */
const isBelow = (above: ZoneAbove | undefined, { organization_id }: Zone, actsFor: ActsFor): boolean =>
  above !== undefined && !actsFor(organization_id, above.organization_id)
