import { DateTime } from "effect"
import { type Contact, type ContactClaim, type ContactId, isVerified } from "../../contacts/index.ts"
import type { VerifiedAddress } from "../../emailverification/index.ts"
import { type ContactRole, Instant, VerificationClaim } from "../../shared/index.ts"
import {
  type EmailVerification,
  type IdentityVerification,
  IsoDuration,
  type TldSpec,
  type VerificationProof,
  type VerificationTrigger
} from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"

/** A claim that a policy requires of the contacts in its roles. */
export interface Requirement {
  readonly claim: VerificationClaim
  /** Null if any proof is accepted. */
  readonly proofs: ReadonlyArray<VerificationProof> | null
  readonly roles: ReadonlyArray<ContactRole>
  /** Days from the operation to the hold; null if the TLD has no such status. */
  readonly days: number | null
  /** Validity of the verification of an address; null for unlimited. */
  readonly validity: IsoDuration.IsoDuration | null
}

/** Claims of a contact that are not verified as required. */
export interface MissingClaims {
  readonly contact: Contact
  readonly claims: ReadonlyArray<VerificationClaim>
  /** Earliest of the delays of these claims in days; null if none leads to a hold. */
  readonly days: number | null
}

/** Contacts of a domain, with their claims and the verifications of their addresses. */
export interface KnownContacts {
  readonly contacts: ReadonlyArray<Contact>
  readonly claims: ReadonlyArray<ContactClaim>
  readonly addresses: ReadonlyMap<ContactId, VerifiedAddress>
}

/** Requirements of the policies that suspend domains, for one operation; for any operation without `trigger`. */
export const requirementsOf = (
  { domain_statuses, verification_policies }: TldSpec,
  trigger?: VerificationTrigger
): ReadonlyArray<Requirement> => {
  if (verification_policies === null) return []
  const { email_verification, identity_verification } = verification_policies
  const canHold = domain_statuses.supported_statuses.includes("clientHold")
  const requires = (policy: EmailVerification | IdentityVerification) =>
    policy.enabled && policy.suspension_on_failure && policy.suspension_delay !== null
    && (trigger === undefined || policy.trigger.includes(trigger))
  const common = (policy: EmailVerification | IdentityVerification) => ({
    roles: policy.contact_roles,
    days: canHold ? Number(policy.suspension_delay) : null,
    validity: policy.validity_period
  })
  return [
    ...(email_verification !== null && requires(email_verification)
      ? [{ claim: "EMAIL" as const, proofs: null, ...common(email_verification) }]
      : []),
    ...(identity_verification !== null && requires(identity_verification)
      ? identity_verification.required_claims.map(({ accepted_proofs, claim }) => ({
        claim,
        proofs: accepted_proofs ?? null,
        ...common(identity_verification)
      }))
      : [])
  ]
}

/** The contacts of a domain in roles that are covered, each once. */
export const coveredContacts = (
  { contacts }: Pick<Domain, "contacts">,
  requirements: ReadonlyArray<Requirement>
): ReadonlyArray<ContactId> => {
  const roles = new Set(requirements.flatMap((requirement) => requirement.roles))
  return [...new Set(contacts.flatMap(({ contact_id, contact_type }) => roles.has(contact_type) ? [contact_id] : []))]
}

/** Contacts of a domain that lack required claims. A contact that is gone lacks nothing. */
export const missingClaims = (
  domain: Pick<Domain, "contacts">,
  requirements: ReadonlyArray<Requirement>,
  { addresses, claims, contacts }: KnownContacts,
  now: Instant.Instant
): ReadonlyArray<MissingClaims> =>
  contacts.flatMap((contact): ReadonlyArray<MissingClaims> => {
    const { contact_id } = contact
    const roles = new Set(
      domain.contacts.flatMap((named) => named.contact_id === contact_id ? [named.contact_type] : [])
    )
    const missing = requirements.filter((requirement) =>
      requirement.roles.some((role) => roles.has(role))
      && !isAddressVerified(requirement, addresses.get(contact_id), now)
      && !claims.some((claim) => claim.contact_id === contact_id && satisfies(claim, requirement, now))
    )
    if (missing.length === 0) return []
    const named = new Set(missing.map(({ claim }) => claim))
    return [{
      contact,
      claims: VerificationClaim.literals.filter((claim) => named.has(claim)),
      days: earliest(missing.map(({ days }) => days))
    }]
  })

/** Time of the hold for missing claims; null if there is none. */
export const suspensionOn = (
  triggered_on: Instant.Instant,
  missing: ReadonlyArray<MissingClaims>
): Instant.Instant | null => {
  const days = earliest(missing.map((entry) => entry.days))
  return days === null ? null : DateTime.add(triggered_on, { days })
}

const satisfies = (claim: ContactClaim, requirement: Requirement, now: Instant.Instant): boolean =>
  claim.claim === requirement.claim && isVerified(claim, now)
  && (requirement.proofs === null || (claim.proof !== null && requirement.proofs.includes(claim.proof)))

/** True if the address of a contact is verified, for any contact of the organization, and still valid. */
const isAddressVerified = (
  { claim, proofs, validity }: Requirement,
  address: VerifiedAddress | undefined,
  now: Instant.Instant
): boolean =>
  claim === "EMAIL" && address !== undefined && (proofs === null || proofs.includes("EMAIL_VER_TRANSACTION_LOG"))
  && (validity === null || !Instant.hasPassed(IsoDuration.addTo(address.verified_on, validity), now))

const earliest = (days: ReadonlyArray<number | null>): number | null =>
  days.reduce((first, next) => next === null ? first : first === null ? next : Math.min(first, next), null)
