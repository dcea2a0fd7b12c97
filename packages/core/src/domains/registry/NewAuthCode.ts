import { DateTime, Effect } from "effect"
import type { AuthCodePractice, Registry } from "../../registry/index.ts"
import { Instant } from "../../shared/index.ts"
import { generateAuthCode, generateStrongAuthCode, IsoDuration, type TldSpec } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { isDeleted } from "../DomainState.ts"
import type { RegistryAccount } from "./RegistryAccess.ts"

type Practice = Pick<Registry, "capabilities">

const practiceOf = ({ capabilities }: Practice): AuthCodePractice => capabilities.auth_codes

/** True if auth codes of the TLD are set for one transfer and removed afterwards (RFC 9154). */
export const areForTransfers = ({ transfer_policies }: TldSpec, registry: Practice): boolean =>
  transfer_policies.authinfo_set_by_registrar && practiceOf(registry).lifetime !== null

/** Auth code of a new domain. Null if the registry generates codes, or if they are set for transfers only. */
export const firstAuthCode = (spec: TldSpec, registry: Practice): Effect.Effect<string | null> =>
  spec.transfer_policies.authinfo_set_by_registrar && !areForTransfers(spec, registry)
    ? generateAuthCode(spec)
    : Effect.succeed(null)

/** Replacement for the auth code of an inbound transfer; empty if that code is only removed. */
export const codeAfterTransfer = (spec: TldSpec, registry: Practice): Effect.Effect<string | null> =>
  areForTransfers(spec, registry) ? Effect.succeed("") : firstAuthCode(spec, registry)

/** Auth code that a create command sends for a domain without one. A random code is sent once and never stored. */
export const absentCode = (spec: TldSpec, registry: Practice): Effect.Effect<string | null> =>
  areForTransfers(spec, registry) && !practiceOf(registry).absent_at_creation
    ? generateStrongAuthCode(spec)
    : Effect.succeed(null)

/** Auth code that an update command sends to remove the present one. A random code is sent once and never stored. */
export const removingCode = (spec: TldSpec, registry: Practice): Effect.Effect<string> =>
  practiceOf(registry).removable ? Effect.succeed("") : generateStrongAuthCode(spec)

/** Expiry of an auth code that is set at `now`. Null for no code, and for a code that does not expire. */
export const authCodeExpiry = (
  spec: TldSpec,
  registry: Practice,
  code: string | null,
  now: Instant.Instant
): Instant.Instant | null => {
  if (code === null || code === "") return null
  const { authinfo_time_limited, authinfo_validity_period } = spec.transfer_policies
  const { lifetime } = practiceOf(registry)
  const atRegistry = authinfo_time_limited === true ? IsoDuration.addTo(now, authinfo_validity_period) : null
  const here = areForTransfers(spec, registry) && lifetime !== null ? DateTime.addDuration(now, lifetime) : null
  return atRegistry === null || here === null ? atRegistry ?? here : DateTime.min(atRegistry, here)
}

/** The domain without its auth code. From `auth_code_expires_on`, the life cycle removes it at the registry. */
export const withEndedCode = (domain: Domain, now: Instant.Instant): Domain => ({
  ...domain,
  auth_code: null,
  auth_code_expires_on: now
})

/** The domain with its auth code erased if it has expired, or if the registry has begun to delete the domain. */
export const withCodeEnd = (domain: Domain, { registry, spec }: RegistryAccount, now: Instant.Instant): Domain => {
  const { auth_code, auth_code_expires_on } = domain
  if (auth_code === null || !areForTransfers(spec, registry)) return domain
  if (isDeleted(domain)) return withEndedCode(domain, now)
  // The code was set before the registry or the TLD limited codes to transfers.
  if (auth_code_expires_on === null) {
    return { ...domain, auth_code_expires_on: authCodeExpiry(spec, registry, auth_code, now) }
  }
  return Instant.hasPassed(auth_code_expires_on, now) ? { ...domain, auth_code: null } : domain
}

/**
 * The domain with a new period of attempts to remove an ended auth code at the registry, for a registry that accepts
 * updates again.
 */
export const withNewCodeRemoval = (domain: Domain, now: Instant.Instant): Domain => {
  const { auth_code, auth_code_expires_on } = domain
  const isOwed = auth_code === null && auth_code_expires_on !== null && Instant.hasPassed(auth_code_expires_on, now)
  return isOwed ? { ...domain, auth_code_expires_on: now } : domain
}
