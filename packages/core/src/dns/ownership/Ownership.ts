import { Schema } from "effect"
import { type Environment, Instant } from "../../shared/index.ts"
import { DnsName } from "../DnsName.ts"

/**
 * Relation of an organization to the name of its zone. `held`: it holds the registrable domain on this platform;
 * `proven`: the public DNS, or the zone above, shows that the name is its own; `unproven`: neither.
 */
export const OwnershipState = Schema.Literals(["held", "proven", "unproven"]).annotate({
  identifier: "DnsOwnershipState"
})
export type OwnershipState = typeof OwnershipState.Type

/**
 * Evidence for `proven`. `challenge`: the TXT record of the challenge is in the public DNS; `vanity_set` and
 * `own_nameservers`: the name is delegated to nameserver names that only this organization has; `consent`: the zone
 * above, which another organization holds, contains the TXT record of the challenge.
 */
export const OwnershipEvidence = Schema.Literals(["challenge", "vanity_set", "own_nameservers", "consent"])
  .annotate({ identifier: "DnsOwnershipProof" })
export type OwnershipEvidence = typeof OwnershipEvidence.Type

/**
 * Reason why a name is not proven. `not_checked`: nobody has looked yet; `challenge_missing`: the public DNS has no TXT
 * record of the challenge; `delegation_shared`: the name is delegated to nameserver names that every organization has;
 * `delegation_of_another`: to names that another organization has; `delegation_disputed`: the nameservers of the parent
 * zone disagree; `delegated_elsewhere`: none of its nameservers is the platform's; `not_delegated`: there is none;
 * `check_incomplete`: nameservers did not answer the last check;
 * `held_by_another`: another organization holds the domain; `served_for_another`: another organization's zone of the
 * name, or above it, is served.
 */
export const OwnershipGapCode = Schema.Literals([
  "not_checked",
  "challenge_missing",
  "delegation_shared",
  "delegation_of_another",
  "delegation_disputed",
  "delegated_elsewhere",
  "not_delegated",
  "check_incomplete",
  "held_by_another",
  "served_for_another"
]).annotate({ identifier: "DnsOwnershipGapCode" })
export type OwnershipGapCode = typeof OwnershipGapCode.Type

export const OwnershipGap = Schema.Struct({ code: OwnershipGapCode, detail: Schema.String })
  .annotate({ identifier: "DnsOwnershipGap" })
export type OwnershipGap = typeof OwnershipGap.Type

/** Members of a zone about the ownership of its name and its service. */
export const zoneOwnershipFields = {
  ownership: OwnershipState,
  /** Null unless the name is `proven`. */
  proof: Schema.NullOr(OwnershipEvidence),
  /** True after the organization has stopped holding the domain, until the name is delegated elsewhere. */
  was_held: Schema.Boolean,
  /** At most one zone of a name is served. */
  is_served: Schema.Boolean,
  /** Instant at which another organization's right to the name took precedence; such a zone can only be read. */
  displaced_on: Schema.NullOr(Instant.Instant),
  /** Instant of the last check of the public DNS that came to a result. */
  checked_on: Schema.NullOr(Instant.Instant),
  /** Instant of the next check; null for zones that need none. */
  check_due_on: Schema.NullOr(Instant.Instant),
  /** Scheduled checks in a row that found no proof any more. */
  failed_checks: Schema.Int,
  /** Result of the last check; empty while nothing is missing. */
  missing: Schema.Array(OwnershipGap)
}
const ZoneOwnershipMembers = Schema.Struct(zoneOwnershipFields)
export type ZoneOwnershipMembers = typeof ZoneOwnershipMembers.Type

/** TXT record by which an organization proves that a name is its own. */
export const OwnershipChallenge = Schema.Struct({
  /** Absolute. */
  name: Schema.String,
  type: Schema.Literal("TXT"),
  /** Content of the record, without quotes. */
  value: Schema.String
}).annotate({ identifier: "DnsOwnershipChallenge" })
export type OwnershipChallenge = typeof OwnershipChallenge.Type

/** Ownership of a zone in responses. */
export const ZoneOwnershipView = Schema.Struct({
  state: OwnershipState,
  proof: zoneOwnershipFields.proof,
  challenge: OwnershipChallenge,
  /** Nameserver names that only this organization has; a delegation to one of them is a proof. */
  nameservers: Schema.Array(DnsName),
  is_served: Schema.Boolean,
  displaced_on: zoneOwnershipFields.displaced_on,
  checked_on: zoneOwnershipFields.checked_on,
  missing: zoneOwnershipFields.missing
}).annotate({ identifier: "DnsZoneOwnership" })
export type ZoneOwnershipView = typeof ZoneOwnershipView.Type

/** Right of a zone to be served: `firm` prevails over `tolerated`; zones with `none` are not served. */
export type Precedence = "firm" | "tolerated" | "none"

/** Reasons to serve an unproven zone. */
export interface Trust {
  readonly environment: Environment
  /** Set by the operator for one organization. */
  readonly is_trusted: boolean
}

export const precedenceOf = (
  { displaced_on, ownership, was_held }: Pick<ZoneOwnershipMembers, "displaced_on" | "ownership" | "was_held">,
  { environment, is_trusted }: Trust
): Precedence => {
  if (displaced_on !== null) return "none"
  if (ownership !== "unproven") return "firm"
  return was_held || is_trusted || environment === "sandbox" ? "tolerated" : "none"
}

/**
 * Decides whether a zone can be served if no other zone of its name is. `isBelowAnother`: the nearest served zone above
 * belongs to an organization that the zone's organization cannot act for. A tolerated zone that is served remains served.
 */
export const serves = (precedence: Precedence, is_served: boolean, isBelowAnother: boolean): boolean =>
  precedence !== "none" && (precedence === "firm" || is_served || !isBelowAnother)
