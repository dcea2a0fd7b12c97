import { DateTime, Option } from "effect"
import type { Instant, VerificationClaim } from "../../shared/index.ts"
import { IsoDuration, type TldSpec, type VerificationPolicies } from "../../tlds/index.ts"
import type { ContactRoleUse } from "../ContactUsage.ts"

/** Validity of a verification that no TLD limits or demands. */
const standard: IsoDuration.IsoDuration = "P1Y"

/** The policies of a TLD that want a claim verified for contacts in a role. */
const policiesFor = (
  { email_verification, identity_verification }: VerificationPolicies,
  claim: VerificationClaim,
  role: ContactRoleUse["contact_type"]
): ReadonlyArray<NonNullable<VerificationPolicies[keyof VerificationPolicies]>> =>
  [
    ...(email_verification !== null && claim === "EMAIL" ? [email_verification] : []),
    ...(identity_verification?.required_claims.some((required) => required.claim === claim) === true
      ? [identity_verification]
      : [])
  ].filter(({ contact_roles, enabled }) => enabled && contact_roles.includes(role))

/**
 * End of a verification: the earliest of the TLDs that want the claim verified, null if none of these sets an end. One
 * year if no TLD wants it. Source: REST specification, "TLD specification", `validity_period`.
 */
export const verificationEnd = (
  claim: VerificationClaim,
  uses: ReadonlyArray<Pick<ContactRoleUse, "contact_type" | "tld">>,
  specs: ReadonlyMap<string, Option.Option<TldSpec>>,
  now: Instant.Instant
): Instant.Instant | null => {
  const policies = uses.flatMap(({ contact_type, tld }) =>
    Option.match(Option.flatten(Option.fromUndefinedOr(specs.get(tld))), {
      onNone: () => [],
      onSome: ({ verification_policies }) =>
        verification_policies === null ? [] : policiesFor(verification_policies, claim, contact_type)
    })
  )
  if (policies.length === 0) return IsoDuration.addTo(now, standard)
  return policies
    .flatMap(({ validity_period }) => validity_period === null ? [] : [IsoDuration.addTo(now, validity_period)])
    .reduce<Instant.Instant | null>((first, end) => first === null ? end : DateTime.min(first, end), null)
}
