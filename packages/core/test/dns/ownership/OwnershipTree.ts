import { administrator } from "@namewright/conformance"
import {
  answersChallenge,
  challengeName,
  DnsName,
  OwnershipChallenges,
  type OwnershipFinding,
  type Zone,
  ZoneOwnership,
  ZoneOwnershipStore,
  Zones,
  ZoneStore
} from "@namewright/core/dns"
import { type Actor, CurrentActor, Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import { Recorded } from "../zones/ZonesPlatform.ts"

/** Owners of the zones of a tree: three strangers, and the parent of the first one. */
const owners = [0, 1, 2, 3] as const
const Owner = Schema.Literals(owners)
const At = Schema.Literals([0, 1, 2, 3, 4])
const below = ["", "www.", "a.www.", "b.a.www.", "mail."]

/** Event that can change the ownership of zones in a tree. */
export const OwnershipStep = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("create"), owner: Owner, at: At }),
  Schema.Struct({ kind: Schema.Literal("remove"), owner: Owner, at: At }),
  Schema.Struct({ kind: Schema.Literal("hold"), owner: Schema.NullOr(Owner) }),
  Schema.Struct({
    kind: Schema.Literal("settle"),
    owner: Owner,
    at: At,
    finding: Schema.Literals(["Proven", "Elsewhere", "Unproven", "Unknown"])
  }),
  Schema.Struct({ kind: Schema.Literal("consent"), at: At, to: Owner, isGiven: Schema.Boolean }),
  Schema.Struct({ kind: Schema.Literal("trust"), owner: Owner, is_trusted: Schema.Boolean })
])
export type OwnershipStep = typeof OwnershipStep.Type

const findings: Readonly<Record<string, OwnershipFinding>> = {
  Proven: { _tag: "Proven", proof: "challenge" },
  Elsewhere: { _tag: "Unproven", missing: [{ code: "delegated_elsewhere", detail: "" }] },
  Unproven: { _tag: "Unproven", missing: [{ code: "challenge_missing", detail: "" }] },
  Unknown: { _tag: "Unknown", reason: "silence" }
}

/** A domain with names below it, and the organizations that have zones there. */
export interface OwnershipTree {
  readonly domain: string
  readonly top: DnsName.DnsName
  readonly organizations: ReadonlyArray<OrganizationId>
  readonly parent: OrganizationId
  readonly nameAt: (at: number) => DnsName.DnsName
  readonly actorOf: (owner: number) => Actor
}

let made = 0

export const newTree = Effect.gen(function*() {
  const { suborganizations } = yield* Recorded
  const organizations = yield* Effect.forEach(owners, () => newOrganizationId)
  const [child, , , parent] = organizations
  if (child === undefined || parent === undefined) return yield* Effect.die(new Error("No organizations"))
  suborganizations.set(child, parent)
  const domain = `tree-${++made}.com`
  const tree: OwnershipTree = {
    domain,
    top: DnsName.DnsName.make(`${domain}.`),
    organizations,
    parent,
    nameAt: (at) => DnsName.DnsName.make(`${below[at] ?? ""}${domain}.`),
    actorOf: (owner) => ({
      ...administrator(organizations[owner] ?? child),
      parent_organization_id: owner === 0 ? parent : null
    })
  }
  return tree
})

/** Carries a step out; one that is refused changes nothing. */
export const carryOut = Effect.fnUntraced(function*(tree: OwnershipTree, step: OwnershipStep) {
  const ownership = yield* ZoneOwnership
  const zones = yield* Zones
  const store = yield* ZoneStore
  const { registrants } = yield* Recorded
  const as = (owner: number) => Effect.provideService(CurrentActor, tree.actorOf(owner))
  const ownZone = (owner: number, at: number) =>
    store.find({ organization_id: tree.actorOf(owner).organization_id, name: tree.nameAt(at) })
  switch (step.kind) {
    case "create":
      return yield* Effect.ignore(zones.create({ name: tree.nameAt(step.at) }).pipe(as(step.owner)))
    case "remove":
      return yield* Effect.ignore(zones.remove(tree.nameAt(step.at)).pipe(as(step.owner)))
    case "hold":
      if (step.owner === null) registrants.delete(tree.domain)
      else registrants.set(tree.domain, tree.actorOf(step.owner).organization_id)
      return yield* ownership.review(tree.top)
    case "settle": {
      const zone = yield* ownZone(step.owner, step.at)
      const finding = findings[step.finding]
      if (Option.isNone(zone) || finding === undefined) return
      const { dns_zone_id } = zone.value
      return yield* Effect.ignore(ownership.recordCheck({ dns_zone_id, finding, is_scheduled: true }))
    }
    case "consent":
      return yield* consent(tree, step)
    case "trust": {
      const { setTrusted } = yield* ZoneOwnershipStore
      yield* setTrusted(tree.actorOf(step.owner).organization_id, step.is_trusted, yield* Instant.now)
      return yield* ownership.review(tree.top)
    }
  }
})

/** The owner of the nearest served zone above writes, or removes, the record by which it consents to a zone below. */
const consent = Effect.fnUntraced(function*(
  tree: OwnershipTree,
  { at, isGiven, to }: Extract<OwnershipStep, { readonly kind: "consent" }>
) {
  const ownership = yield* ZoneOwnership
  const zones = yield* Zones
  const challenges = yield* OwnershipChallenges
  const above = yield* servedAbove(tree, tree.nameAt(at))
  if (above === undefined) return
  const { value } = yield* challenges.of(tree.actorOf(to).organization_id, tree.nameAt(at))
  const rrset = { name: challengeName(tree.nameAt(at)), type: "TXT" as const, ttl: 300, records: [{ rdata: value }] }
  yield* zones.patchRrsets(above.dns_zone_id, { ops: [{ op: isGiven ? "upsert" : "remove", rrset }] }).pipe(
    Effect.provideService(CurrentActor, administrator(above.organization_id)),
    Effect.ignore
  )
  yield* ownership.review(tree.nameAt(at))
})

const servedAbove = Effect.fnUntraced(function*({ top }: OwnershipTree, name: DnsName.DnsName) {
  const { served } = yield* ZoneOwnershipStore
  for (
    let above = DnsName.parent(name);
    above !== undefined && DnsName.isWithin(above, top);
    above = DnsName.parent(above)
  ) {
    const zone = (yield* served([above])).get(above)
    if (zone !== undefined) return zone
  }
  return undefined
})

/** The zones of a tree, displaced ones included. */
export const zonesOf = Effect.fnUntraced(function*(tree: OwnershipTree) {
  const store = yield* ZoneStore
  return (yield* Effect.forEach(below, (_, at) => store.named(tree.nameAt(at)))).flat()
})

/** Broken invariants of a tree, in words. */
export const broken = Effect.fnUntraced(function*(tree: OwnershipTree) {
  const zones = yield* zonesOf(tree)
  const holder = (yield* Recorded).registrants.get(tree.domain)
  const { trusted } = yield* ZoneOwnershipStore
  const trustedOnes = yield* trusted(tree.organizations)
  const actsFor = (organization: OrganizationId, owner: OrganizationId) =>
    organization === owner || (organization === tree.parent && owner === tree.organizations[0])
  const found: Array<string> = []
  for (const [name, named] of Map.groupBy(zones, (zone) => zone.name)) {
    const served = named.filter(({ is_served }) => is_served)
    if (served.length > 1) found.push(`${name} is served twice`)
    const own = named.find((zone) => zone.organization_id === holder && zone.displaced_on === null)
    const isTaken = served.some((zone) => zone.proof === "consent" || zone.ownership === "held")
    if (own !== undefined && !own.is_served && !isTaken) found.push(`${name} of its holder is not served`)
  }
  for (const zone of zones) {
    const { displaced_on, is_served, name, organization_id, ownership, was_held } = zone
    if (displaced_on !== null) {
      if (is_served) found.push(`${name} is displaced and served`)
      continue
    }
    const isOwned = holder !== undefined && actsFor(organization_id, holder)
    if ((ownership === "held") !== isOwned) found.push(`${name} is ${ownership}, and held: ${isOwned}`)
    if (holder !== undefined && !isOwned && !(yield* isConsented(tree, zone, actsFor))) {
      found.push(`${name} of another is not displaced`)
    }
    if (ownership === "unproven" && (yield* isProvenAbove(tree, zone, actsFor))) {
      found.push(`${name} is unproven below a proven zone of its own`)
    }
    const isTolerated = was_held || trustedOnes.has(organization_id)
    if (is_served && ownership === "unproven" && !isTolerated) found.push(`${name} is served unproven`)
  }
  return found
})

const isProvenAbove = Effect.fnUntraced(function*(
  tree: OwnershipTree,
  { name, organization_id }: Zone,
  actsFor: (organization: OrganizationId, owner: OrganizationId) => boolean
) {
  const above = yield* servedAbove(tree, name)
  return above !== undefined && above.ownership === "proven" && actsFor(organization_id, above.organization_id)
})

const isConsented = Effect.fnUntraced(function*(
  tree: OwnershipTree,
  { name, organization_id }: Zone,
  actsFor: (organization: OrganizationId, owner: OrganizationId) => boolean
) {
  const challenges = yield* OwnershipChallenges
  const store = yield* ZoneStore
  const above = yield* servedAbove(tree, name)
  if (above === undefined) return false
  if (actsFor(organization_id, above.organization_id)) return above.proof === "consent"
  const rrsets = yield* store.rrsetsAt(above, [challengeName(name)])
  return answersChallenge(rrsets, yield* challenges.tokenOf(organization_id, name))
})
