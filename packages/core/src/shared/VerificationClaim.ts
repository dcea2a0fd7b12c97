import { Schema } from "effect"
import * as Instant from "./Instant.ts"

/** Fact about a contact that can be verified. */
export const VerificationClaim = Schema.Literals(["NAME", "ADDRESS", "EMAIL", "PHONE", "LEGAL_ENTITY"])
  .annotate({ identifier: "VerificationClaim" })
export type VerificationClaim = typeof VerificationClaim.Type

/**
 * The claims that a domain can require, as domains and events write them. Source: REST specification, "Domain",
 * `verification_required`.
 */
export const DemandedClaim = Schema.Literals(
  ["name", "address", "email", "phone"] satisfies ReadonlyArray<Lowercase<VerificationClaim>>
)
export type DemandedClaim = typeof DemandedClaim.Type

const claims: Readonly<Record<DemandedClaim, VerificationClaim>> = {
  name: "NAME",
  address: "ADDRESS",
  email: "EMAIL",
  phone: "PHONE"
}

/** The claim of a contact that a domain requires. */
export const claimOf = (demanded: DemandedClaim): VerificationClaim => claims[demanded]

/** The measure against a domain, and its time, if the verification is not completed first. */
export const VerificationDeadline = Schema.Struct({
  type: Schema.Literals(["dedelegation", "deletion"]),
  date: Instant.Instant
})
export type VerificationDeadline = typeof VerificationDeadline.Type
