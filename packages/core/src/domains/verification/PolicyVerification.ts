import { Schema } from "effect"
import { ContactId } from "../../contacts/index.ts"
import { Instant, VerificationClaim } from "../../shared/index.ts"

/**
 * State of a verification that the policies of a TLD require. `triggered` until the claims of the contacts are looked at;
 * `required` while one of them is missing; `verified` while a hold of the policy remains to be removed.
 */
export const PolicyVerificationState = Schema.Literals(["triggered", "required", "verified"])
export type PolicyVerificationState = typeof PolicyVerificationState.Type

/** Verification of a domain's contacts that the policies of its TLD require after an operation. */
export const PolicyVerification = Schema.Struct({
  state: PolicyVerificationState,
  /** Time of the operation. The delay of a suspension begins here. */
  triggered_on: Instant.Instant,
  /** Time of the last change of the state. */
  changed_on: Instant.Instant,
  /** Missing claims. */
  claims: Schema.Array(VerificationClaim),
  /** Contacts that were asked for claims. */
  contacts: Schema.Array(ContactId),
  /** Time from which the domain is on hold; null if the TLD has no such status, and before `required`. */
  suspends_on: Schema.NullOr(Instant.Instant),
  /** True if the status `clientHold` was set because of this policy. A hold of the customer is not. */
  holds: Schema.Boolean,
  /** True if `clientUpdateProhibited` was removed to set or remove the hold, and is to be set again. */
  relocks: Schema.Boolean
})
export type PolicyVerification = typeof PolicyVerification.Type
