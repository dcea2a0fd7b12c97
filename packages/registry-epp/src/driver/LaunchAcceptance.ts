import type { ClaimsAcceptance } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import type { LaunchCreate } from "../message/CommandExtension.ts"

/**
 * The extension of a registration in the claims phase (RFC 8334, section 3.3.2); undefined outside of it. Registries
 * take the Trademark Clearinghouse for the validator of a notice without one.
 */
export const launchCreate = (acceptance: ClaimsAcceptance | null): LaunchCreate | undefined => {
  if (acceptance === null) return undefined
  const { accepted_on, not_after, notice_id, validator } = acceptance
  return {
    phase: { phase: "claims" },
    encodedSignedMarks: [],
    notices: [{
      id: notice_id,
      ...(validator === null ? {} : { validator }),
      notAfter: Instant.format(not_after),
      acceptedOn: Instant.format(accepted_on)
    }]
  }
}
