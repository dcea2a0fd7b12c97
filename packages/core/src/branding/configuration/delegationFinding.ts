import type { OwnershipFinding, OwnershipGapCode, Zone } from "../../dns/index.ts"
import type { OnboardingFailureCode } from "./Whitelabel.ts"

/** Reason why the hosts of a zone cannot be reached, or why that is not known (`code` null). */
export interface DelegationProblem {
  readonly code: OnboardingFailureCode | null
  readonly detail: string
  /** True if the zone is lost, so that no further attempt can succeed by itself. */
  readonly is_final: boolean
}

const problems: Partial<Record<OwnershipGapCode, OnboardingFailureCode>> = {
  not_delegated: "delegation_missing",
  delegated_elsewhere: "delegation_mismatch",
  delegation_of_another: "delegation_mismatch",
  delegation_disputed: "delegation_mismatch"
}

/**
 * Judges the delegation of a zone by a check of its ownership; undefined if it is delegated to this platform. A challenge
 * proves the ownership of a zone whose nameservers are others, and common nameservers are the platform's as well.
 */
export const delegationFinding = (
  finding: OwnershipFinding,
  { is_served, name }: Pick<Zone, "is_served" | "name">
): DelegationProblem | undefined => {
  if (finding._tag === "Unknown") return { code: null, detail: finding.reason, is_final: false }
  if (finding._tag === "Proven" && finding.proof === "challenge") {
    const detail = `${name} is delegated to nameservers outside of this platform`
    return { code: "delegation_mismatch", detail, is_final: false }
  }
  const gaps = finding._tag === "Proven" ? [] : finding.missing
  for (const { code, detail } of gaps) {
    const problem = problems[code]
    if (problem !== undefined) return { code: problem, detail, is_final: false }
  }
  if (is_served) return undefined
  const detail = gaps[0]?.detail ?? `The zone ${name} is not served, because it is not proven`
  return { code: "zone_not_owned", detail, is_final: false }
}
