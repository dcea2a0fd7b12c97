import { DateTime, Schema } from "effect"
import { DomainName, type Instant, OrganizationId, VerificationClaim } from "../../shared/index.ts"
import type { VerificationProof } from "../../tlds/index.ts"
import { ContactId } from "../Contact.ts"
import { type ContactClaim, isVerified, type VerificationMethod } from "./ContactClaim.ts"

/** Open demand of a registry that a registrant of a domain be verified. A contact has at most one for each domain. */
export const ContactDemand = Schema.Struct({
  contact_id: ContactId,
  organization_id: OrganizationId,
  /** Key of the registry backend. */
  registry: Schema.String,
  /** The domain that the contact is a registrant of. */
  domain_name: DomainName,
  /** The contact's identifier at the registry; null if the registry named only the domain. */
  handle: Schema.NullOr(Schema.String),
  claims: Schema.Array(VerificationClaim)
})
export type ContactDemand = typeof ContactDemand.Type

/** Method, proof and reference of attested claims, as a registry takes them: one of each, with the claims that they support. */
export interface Evidence {
  readonly claims: ReadonlyArray<VerificationClaim>
  readonly method: VerificationMethod
  readonly proof: VerificationProof
  readonly reference: string
  /** Time of the newest of the attestations. */
  readonly verified_on: Instant.Instant
}

/** A demand whose claims are all attested. */
export interface AttestedDemand {
  readonly demand: ContactDemand
  /** The evidence of the demanded claims, each different one once, with the other attested claims that it supports. */
  readonly evidence: ReadonlyArray<Evidence>
}

/**
 * The demands that can be reported: those whose claims all have evidence. That includes claims that another registry has
 * accepted meanwhile.
 */
export const attestedDemands = (
  demands: ReadonlyArray<ContactDemand>,
  claims: ReadonlyArray<ContactClaim>,
  now: Instant.Instant
): ReadonlyArray<AttestedDemand> => {
  const attested = claims.filter((claim) => claim.state === "IN_PROGRESS" || isVerified(claim, now))
  const found = evidenceOf(attested)
  const supported = new Set(found.flatMap((evidence) => evidence.claims))
  return demands.flatMap((demand) =>
    demand.claims.length > 0 && demand.claims.every((claim) => supported.has(claim))
      ? [{
        demand,
        evidence: found.filter((evidence) => evidence.claims.some((claim) => demand.claims.includes(claim)))
      }]
      : []
  )
}

/** The evidence of claims, in the order of the vocabulary. */
const evidenceOf = (claims: ReadonlyArray<ContactClaim>): ReadonlyArray<Evidence> => {
  const groups = new Map<string, Evidence>()
  for (const name of VerificationClaim.literals) {
    const stored = claims.find(({ claim }) => claim === name)
    // A registry may have accepted a claim that was never attested.
    if (stored === undefined || stored.method === null || stored.proof === null) continue
    const { attestation_reference, method, proof, updated_on } = stored
    const reference = attestation_reference ?? ""
    const key = JSON.stringify([method, proof, reference])
    const group = groups.get(key) ?? { claims: [], method, proof, reference, verified_on: updated_on }
    groups.set(key, {
      ...group,
      claims: [...group.claims, name],
      verified_on: DateTime.max(group.verified_on, updated_on)
    })
  }
  return [...groups.values()]
}
