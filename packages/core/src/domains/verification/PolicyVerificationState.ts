import { Instant, VerificationClaim } from "../../shared/index.ts"
import type { TldSpec, VerificationTrigger } from "../../tlds/index.ts"
import type { Domain, DomainContact } from "../Domain.ts"
import { dueBy } from "../NextAction.ts"
import { type MissingClaims, requirementsOf, suspensionOn } from "./PolicyRequirements.ts"
import type { PolicyVerification } from "./PolicyVerification.ts"

/**
 * The domain after an operation. If a policy requires a verification after it, the domain is due at once. An operation
 * during a verification does not postpone its suspension; one after it begins a new verification.
 */
export const withTrigger = (
  domain: Domain,
  spec: TldSpec,
  trigger: VerificationTrigger,
  now: Instant.Instant
): Domain => {
  if (requirementsOf(spec, trigger).length === 0) return domain
  const open = domain.policy_verification
  return {
    ...domain,
    next_action_on: dueBy(domain, now),
    policy_verification: open !== null && open.state !== "verified" ? open : {
      state: "triggered",
      triggered_on: now,
      changed_on: now,
      claims: [],
      contacts: [],
      suspends_on: null,
      holds: open?.holds ?? false,
      relocks: open?.relocks ?? false
    }
  }
}

/** As `withTrigger`, for a modification that changes a contact in a role that a policy covers. */
export const withChangedContacts = (
  domain: Domain,
  spec: TldSpec,
  before: ReadonlyArray<DomainContact>,
  now: Instant.Instant
): Domain => {
  const roles = new Set(requirementsOf(spec, "domain_modification").flatMap((requirement) => requirement.roles))
  const covered = (contacts: ReadonlyArray<DomainContact>) =>
    contacts.flatMap(({ contact_id, contact_type }) => roles.has(contact_type) ? [`${contact_type} ${contact_id}`] : [])
      .toSorted().join()
  return covered(before) === covered(domain.contacts) ? domain : withTrigger(domain, spec, "domain_modification", now)
}

/**
 * A verification after the claims of the contacts were looked at. Null if they are all verified and no hold of the policy
 * is left.
 */
export const examined = (
  before: PolicyVerification,
  missing: ReadonlyArray<MissingClaims>,
  now: Instant.Instant
): PolicyVerification | null => {
  const state = missing.length === 0 ? "verified" : "required"
  if (state === "verified" && !before.holds && !before.relocks) return null
  const claims = new Set(missing.flatMap((entry) => entry.claims))
  return {
    ...before,
    state,
    changed_on: state === before.state ? before.changed_on : now,
    claims: VerificationClaim.literals.filter((claim) => claims.has(claim)),
    contacts: missing.map(({ contact }) => contact.contact_id),
    suspends_on: suspensionOn(before.triggered_on, missing)
  }
}

/** Change of a domain's statuses that a verification wants. */
export type HoldStep = "hold" | "lift" | "relock"

/** The step that a verification wants of a domain with these statuses; null for none. */
export const holdStepOf = (
  { policy_verification: verification, registry_statuses }: Pick<Domain, "policy_verification" | "registry_statuses">,
  now: Instant.Instant
): HoldStep | null => {
  if (verification === null) return null
  const { holds, relocks } = verification
  const isHeld = registry_statuses.includes("clientHold")
  if (isOverdue(verification, now)) {
    // A hold of the customer suffices, and remains the customer's.
    if (!isHeld) return "hold"
  } else if (holds) return "lift"
  return relocks ? "relock" : null
}

/** True for a domain on hold whose contacts have to be verified first. */
export const isHeldByPolicy = (
  { policy_verification: verification, registry_statuses }: Pick<Domain, "policy_verification" | "registry_statuses">,
  now: Instant.Instant
): boolean => verification !== null && registry_statuses.includes("clientHold") && isOverdue(verification, now)

/** A domain whose hold, or whose lock, the policy has changed. */
export const withHold = (
  domain: Domain,
  { holds, relocks }: Pick<PolicyVerification, "holds" | "relocks">
): Domain => {
  const verification = domain.policy_verification
  if (verification === null) return domain
  const isOver = verification.state === "verified" && !holds && !relocks
  return { ...domain, policy_verification: isOver ? null : { ...verification, holds, relocks } }
}

/** True if the domain has to be on hold. */
export const isOverdue = ({ state, suspends_on }: PolicyVerification, now: Instant.Instant): boolean =>
  state === "required" && suspends_on !== null && Instant.hasPassed(suspends_on, now)
