import { DateTime } from "effect"
import { Instant } from "../../shared/index.ts"
import type { Zone } from "../Zone.ts"
import type { OwnershipEvidence, OwnershipGap, OwnershipGapCode, ZoneOwnershipMembers } from "./Ownership.ts"
import type { OwnershipFinding } from "./OwnershipProof.ts"

/** Who holds the domain that a zone's name is or lies below: an organization that the zone's can act for, or another. */
export type HolderRelation = "self" | "another" | "none"

/** What a zone's ownership follows from. */
export interface OwnershipFacts {
  readonly holder: HolderRelation
  /** The served zone above belongs to another organization and has the record of the challenge, or is consented to itself. */
  readonly is_consented: boolean
  /** Proof of the served zone above, if that is the organization's own; it holds for everything below. */
  readonly inherited: OwnershipEvidence | null
  /** Another organization has just proven a name at or above the zone's. */
  readonly is_claimed_by_another: boolean
  /** Result of a check of this zone that was just made. */
  readonly finding: OwnershipFinding | undefined
  /** True if the check of this zone was due, false if a caller asked for it. */
  readonly is_scheduled: boolean
  readonly now: Instant.Instant
}

/** Scheduled checks in a row that have to fail before a proof, or the service of a former holder's zone, ends. */
export const toleratedFailures = 3

/** Hours between two checks of a name that is proven, or served on behalf of a former holder. */
const hoursBetweenChecks = 24

/** Gaps that are known without a check, and what they mean. */
const details = {
  not_checked: "The public DNS was not asked yet; a claim starts the check",
  held_by_another: "Another organization holds the domain",
  served_for_another: "A zone of another organization is served at this name or above it"
} as const

export const gapOf = (code: keyof typeof details): OwnershipGap => ({ code, detail: details[code] })

/** Gaps that follow from other zones and domains. */
const surrounding: ReadonlySet<OwnershipGapCode> = new Set(["held_by_another", "served_for_another"])

/** Gaps of a zone, the one that other zones cause included. */
export const withSurroundingGap = (
  missing: ReadonlyArray<OwnershipGap>,
  gap: "held_by_another" | "served_for_another" | undefined
): ReadonlyArray<OwnershipGap> => [
  ...missing.filter(({ code }) => !surrounding.has(code)),
  ...gap === undefined ? [] : [gapOf(gap)]
]

type Members = Omit<ZoneOwnershipMembers, "is_served">

const checkAgain = (now: Instant.Instant): Instant.Instant => DateTime.add(now, { hours: hoursBetweenChecks })

/** Ownership of a zone by the facts; whether it is served is decided afterwards. Displaced zones are not given. */
export const nextOwnership = (zone: Zone, facts: OwnershipFacts): Members => {
  const { finding, holder, inherited, is_claimed_by_another, is_consented, is_scheduled, now } = facts
  const kept: Members = {
    ownership: zone.ownership,
    proof: zone.proof,
    was_held: zone.was_held,
    displaced_on: null,
    checked_on: zone.checked_on,
    check_due_on: zone.check_due_on,
    failed_checks: zone.failed_checks,
    missing: zone.missing
  }
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
  if (is_claimed_by_another || (holder === "another" && !is_consented)) {
    const gap = holder === "another" ? "held_by_another" : "served_for_another"
    return {
      ...lost(kept),
      was_held: false,
      displaced_on: now,
      check_due_on: null,
      missing: [gapOf(gap)]
    }
  }
  if (is_consented) {
    const isNew = zone.proof !== "consent" || zone.check_due_on === null || Instant.hasPassed(zone.check_due_on, now)
    const check_due_on = isNew || is_scheduled ? checkAgain(now) : zone.check_due_on
    return { ...kept, ownership: "proven", proof: "consent", check_due_on, failed_checks: 0, missing: [] }
  }
  if (inherited !== null) {
    return { ...kept, ownership: "proven", proof: inherited, check_due_on: null, failed_checks: 0, missing: [] }
  }
  const standing = withoutFinding(kept, now)
  return finding === undefined ? standing : found(standing, finding, facts)
}

const lost = (members: Members): Members => ({ ...members, ownership: "unproven", proof: null, failed_checks: 0 })

/**
 * A domain that is not held any more leaves its zone served for the time being; a consent that is gone does not. A proof
 * that was the zone above's is checked on its own from now on.
 */
const withoutFinding = (kept: Members, now: Instant.Instant): Members => {
  if (kept.ownership === "held") {
    return { ...lost(kept), was_held: true, check_due_on: now, missing: [gapOf("not_checked")] }
  }
  if (kept.proof === "consent") return { ...lost(kept), check_due_on: null, missing: [gapOf("not_checked")] }
  return kept.ownership === "proven" && kept.check_due_on === null ? { ...kept, check_due_on: now } : kept
}

const found = (standing: Members, finding: OwnershipFinding, facts: OwnershipFacts): Members => {
  const { now } = facts
  switch (finding._tag) {
    case "Proven":
      return {
        ...standing,
        ownership: "proven",
        proof: finding.proof,
        checked_on: now,
        check_due_on: checkAgain(now),
        failed_checks: 0,
        missing: []
      }
    case "Unproven":
      return withoutProof({ ...standing, checked_on: now, missing: finding.missing }, facts)
    case "Unknown": {
      const missing = [
        ...standing.missing.filter(({ code }) => code !== "check_incomplete"),
        { code: "check_incomplete" as const, detail: finding.reason }
      ]
      const check_due_on = standing.check_due_on === null ? null : checkAgain(now)
      return { ...standing, check_due_on, missing }
    }
  }
}

/** What is served goes on for some days after the first check that fails: registries publish broken zones as well. */
const withoutProof = (standing: Members, { is_scheduled, now }: OwnershipFacts): Members => {
  const isElsewhere = standing.missing.some(({ code }) => code === "delegated_elsewhere")
  const isFailure = standing.ownership === "proven" || (standing.was_held && isElsewhere)
  if (!isFailure) {
    const check_due_on = standing.was_held ? checkAgain(now) : null
    return { ...standing, failed_checks: 0, check_due_on }
  }
  const failed_checks = standing.failed_checks + (is_scheduled ? 1 : 0)
  if (failed_checks >= toleratedFailures) {
    const was_held = standing.was_held && !isElsewhere
    return { ...lost(standing), was_held, check_due_on: was_held ? checkAgain(now) : null }
  }
  return { ...standing, failed_checks, check_due_on: is_scheduled ? checkAgain(now) : standing.check_due_on }
}
