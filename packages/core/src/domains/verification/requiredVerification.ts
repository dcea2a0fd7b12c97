import { DateTime } from "effect"
import { type DemandedClaim, DemandedClaim as DemandedClaims, type VerificationClaim } from "../../shared/index.ts"
import type { Domain, VerificationRequired } from "../Domain.ts"
import type { PolicyVerification } from "./PolicyVerification.ts"

/** Claims as domains and events write them. They have no name for the claim that a legal entity exists. */
export const demandedClaims = (claims: ReadonlyArray<VerificationClaim>): ReadonlyArray<DemandedClaim> =>
  DemandedClaims.literals.filter((demanded) => claims.some((claim) => claim.toLowerCase() === demanded))

/** The hold that a policy announces, as a deadline: the name is removed from the DNS. */
export const policyDeadlines = (
  { suspends_on }: Pick<PolicyVerification, "suspends_on">
): VerificationRequired["deadlines"] => suspends_on === null ? [] : [{ type: "dedelegation", date: suspends_on }]

/** Verification that the registry and the policies of the TLD require of a domain; null if neither requires one. */
export const requiredVerification = (
  { policy_verification: policy, verification_required: demand }: Pick<
    Domain,
    "policy_verification" | "verification_required"
  >
): VerificationRequired | null => {
  if (policy === null || policy.state !== "required") return demand
  const claims = demandedClaims(policy.claims)
  if (demand === null) return { claims, deadlines: policyDeadlines(policy) }
  return {
    claims: DemandedClaims.literals.filter((claim) => demand.claims.includes(claim) || claims.includes(claim)),
    deadlines: [...demand.deadlines, ...policyDeadlines(policy)].toSorted((a, b) => DateTime.Order(a.date, b.date))
  }
}
