import { DateTime } from "effect"
import { Instant } from "../../shared/index.ts"
import type { Zone } from "../Zone.ts"
import type { OwnershipEvidence, OwnershipGap, OwnershipGapCode, ZoneOwnershipMembers } from "./Ownership.ts"
import type { OwnershipFinding } from "./OwnershipProof.ts"

/** Holder of the domain of a zone's name: an organization that the zone's organization can act for, or another one. */
export type HolderRelation = "self" | "another" | "none"

/** Facts that decide the ownership of a zone. */
export interface OwnershipFacts {
  readonly holder: HolderRelation
  /**
   * True if the owner of the zone above consents: that zone contains the TXT record of the challenge, or it is itself a
   * zone of this organization with `consent`.
   */
  readonly is_consented: boolean
  /** Proof of the served zone above if that zone belongs to the organization; it holds for all zones below. */
  readonly inherited: OwnershipEvidence | null
  /** Result of a check of this zone that was just made. */
  readonly finding: OwnershipFinding | undefined
  /** True if the check of this zone was due, false if a caller asked for it. */
  readonly is_scheduled: boolean
  readonly now: Instant.Instant
}

/** Failed scheduled checks in a row that end a proof, or the service of a former holder's zone. */
export const toleratedFailures = 3

/** Hours between two checks of a name that is proven, or served on behalf of a former holder. */
const hoursBetweenChecks = 24

/** Gaps that are known without a check, with their texts. */
const details = {
  not_checked: "The public DNS was not asked yet; a claim starts the check",
  held_by_another: "Another organization holds the domain",
  served_for_another: "A zone of another organization is served at this name or above it"
} as const

export const gapOf = (code: keyof typeof details): OwnershipGap => ({ code, detail: details[code] })

/** Gaps that follow from other zones and domains. */
const surrounding: ReadonlySet<OwnershipGapCode> = new Set(["held_by_another", "served_for_another"])

/** Gaps of a zone, including the one that other zones cause. */
export const withSurroundingGap = (
  missing: ReadonlyArray<OwnershipGap>,
  gap: "held_by_another" | "served_for_another" | undefined
): ReadonlyArray<OwnershipGap> => [
  ...missing.filter(({ code }) => !surrounding.has(code)),
  ...gap === undefined ? [] : [gapOf(gap)]
]

type Members = Omit<ZoneOwnershipMembers, "is_served">

const checkAgain = (now: Instant.Instant): Instant.Instant => DateTime.add(now, { hours: hoursBetweenChecks })

const membersOf = (zone: Zone): Members => ({
  ownership: zone.ownership,
  proof: zone.proof,
  was_held: zone.was_held,
  displaced_on: zone.displaced_on,
  checked_on: zone.checked_on,
  check_due_on: zone.check_due_on,
  failed_checks: zone.failed_checks,
  missing: zone.missing
})

/**
 * Ownership of a zone that is not displaced. The first rule that applies decides:
 *
 * 1. The organization, or a suborganization of it, holds the domain: `held`.
 * 2. Another organization holds the domain, and the zone above does not consent: displaced.
 * 3. The owner of the zone above consents: `proven` by `consent`.
 * 4. The served zone above belongs to the organization and is proven: `proven` by the same evidence.
 * 5. Otherwise the last check decides; three failed scheduled checks in a row end a proof.
 *
 * Displacement by another organization's proof, and the choice of the zone that is served, follow afterwards.
 */
export const nextOwnership = (zone: Zone, facts: OwnershipFacts): Members => {
  const { finding, holder, inherited, is_consented, is_scheduled, now } = facts
  const kept = membersOf(zone)
  if (holder === "self") {
    return {
      ...kept,
      ownership: "held",
      proof: null,
      was_held: false,
      check_due_on: null,
      failed_checks: 0,
      missing: []
    }
  }
  if (holder === "another" && !is_consented) return displaced(zone, "held_by_another", now)
  if (is_consented) {
    const isNew = zone.proof !== "consent" || zone.check_due_on === null || Instant.hasPassed(zone.check_due_on, now)
    const check_due_on = isNew || is_scheduled ? checkAgain(now) : zone.check_due_on
    return { ...kept, ownership: "proven", proof: "consent", check_due_on, failed_checks: 0, missing: [] }
  }
  if (inherited !== null) {
    return { ...kept, ownership: "proven", proof: inherited, check_due_on: null, failed_checks: 0, missing: [] }
  }
  const next = withoutRelation(kept, now)
  return finding === undefined ? next : afterCheck(next, finding, facts)
}

/** Ownership of a zone to whose name another organization has the right. Displacement is final. */
export const displaced = (
  zone: Zone,
  gap: "held_by_another" | "served_for_another",
  now: Instant.Instant
): Members => ({
  ...unproven(membersOf(zone)),
  was_held: false,
  displaced_on: now,
  check_due_on: null,
  missing: [gapOf(gap)]
})

const unproven = (members: Members): Members => ({ ...members, ownership: "unproven", proof: null, failed_checks: 0 })

/**
 * Ownership without a holder, a consent or a proof of the zone above. The zone of a former holder remains served; the end
 * of a consent ends the service. A proof that was inherited is checked on its own from now on.
 */
const withoutRelation = (kept: Members, now: Instant.Instant): Members => {
  if (kept.ownership === "held") {
    return { ...unproven(kept), was_held: true, check_due_on: now, missing: [gapOf("not_checked")] }
  }
  if (kept.proof === "consent") return { ...unproven(kept), check_due_on: null, missing: [gapOf("not_checked")] }
  return kept.ownership === "proven" && kept.check_due_on === null ? { ...kept, check_due_on: now } : kept
}

const afterCheck = (members: Members, finding: OwnershipFinding, facts: OwnershipFacts): Members => {
  const { now } = facts
  switch (finding._tag) {
    case "Proven":
      return {
        ...members,
        ownership: "proven",
        proof: finding.proof,
        checked_on: now,
        check_due_on: checkAgain(now),
        failed_checks: 0,
        missing: []
      }
    case "Unproven":
      return afterFailedCheck({ ...members, checked_on: now, missing: finding.missing }, facts)
    case "Unknown": {
      const missing = [
        ...members.missing.filter(({ code }) => code !== "check_incomplete"),
        { code: "check_incomplete" as const, detail: finding.reason }
      ]
      const check_due_on = members.check_due_on === null ? null : checkAgain(now)
      return { ...members, check_due_on, missing }
    }
  }
}

/** A served zone remains served until the third failure in a row, because a registry may publish a broken zone for a day. */
const afterFailedCheck = (members: Members, { is_scheduled, now }: OwnershipFacts): Members => {
  const isElsewhere = members.missing.some(({ code }) => code === "delegated_elsewhere")
  const isFailure = members.ownership === "proven" || (members.was_held && isElsewhere)
  if (!isFailure) {
    const check_due_on = members.was_held ? checkAgain(now) : null
    return { ...members, failed_checks: 0, check_due_on }
  }
  const failed_checks = members.failed_checks + (is_scheduled ? 1 : 0)
  if (failed_checks >= toleratedFailures) {
    const was_held = members.was_held && !isElsewhere
    return { ...unproven(members), was_held, check_due_on: was_held ? checkAgain(now) : null }
  }
  return { ...members, failed_checks, check_due_on: is_scheduled ? checkAgain(now) : members.check_due_on }
}
