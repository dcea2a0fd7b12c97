import { Effect } from "effect"
import type { Instant } from "../shared/index.ts"
import type { Domain } from "./Domain.ts"
import { prohibiting } from "./DomainState.ts"
import { DomainUpdates } from "./DomainUpdates.ts"
import { areForTransfers, authCodeExpiry } from "./NewAuthCode.ts"
import type { Home } from "./RegistryAccess.ts"

/** The domain with an expiry of its auth code, if it was set by a release that stored none. */
export const withCodeEnd = (domain: Domain, { registry, spec }: Home, now: Instant.Instant): Domain =>
  domain.auth_code === null || domain.auth_code_expires_on !== null || !areForTransfers(spec, registry)
    ? domain
    : { ...domain, auth_code_expires_on: authCodeExpiry(spec, registry, domain.auth_code, now) }

/** Removes auth codes that have expired (RFC 9154, section 5.2). */
export const makeAuthCodeEnd = Effect.gen(function*() {
  const updates = yield* DomainUpdates

  /** A domain whose statuses prohibit updates is skipped; the life cycle tries again the next day. */
  const remove = Effect.fnUntraced(function*(domain: Domain, { registry, spec }: Home) {
    if (!areForTransfers(spec, registry) || prohibiting(domain, "update").length > 0) return
    yield* Effect.catch(
      updates.removeAuthCode(domain),
      (error) => Effect.logInfo(`The auth code of ${domain.name} could not be removed`, error.message)
    )
  })

  return { remove }
})
