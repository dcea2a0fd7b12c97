import { Effect } from "effect"
import type { Registry } from "../../registry/index.ts"
import type { DomainName } from "../../shared/index.ts"
import { AuthCodeWrong } from "./TransferError.ts"

/**
 * Verifies the auth code of an inbound transfer by an info command, at registries that support it (RFC 9154, section
 * 5.3). Fails if the registry reports a wrong code. Every other refusal is ignored, because the transfer request has
 * the same result.
 */
export const refuseWrongCode = (
  { capabilities, infoDomain }: Registry,
  domain_name: DomainName,
  code: string | null
): Effect.Effect<void, AuthCodeWrong> =>
  code === null || !capabilities.auth_codes.verifiable ? Effect.void : Effect.catch(
    Effect.asVoid(infoDomain(domain_name, code)),
    (error) =>
      error._tag === "RegistryRefusal" && error.reason === "invalidAuthCode"
        ? Effect.fail(new AuthCodeWrong({ domain_name, reason: error.message }))
        : Effect.void
  )
