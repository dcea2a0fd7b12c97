import { Effect } from "effect"
import type { Domain } from "../Domain.ts"
import { prohibiting } from "../DomainState.ts"
import { areForTransfers } from "../registry/NewAuthCode.ts"
import type { RegistryAccount } from "../registry/RegistryAccess.ts"
import { DomainUpdates } from "../update/DomainUpdates.ts"

/** Removes auth codes that have expired (RFC 9154, section 5.2). */
export const makeAuthCodeEnd = Effect.gen(function*() {
  const updates = yield* DomainUpdates

  /** Skips a domain whose statuses prohibit updates; the life cycle repeats the action the next day. */
  const remove = Effect.fnUntraced(function*(domain: Domain, { registry, spec }: RegistryAccount) {
    if (!areForTransfers(spec, registry) || prohibiting(domain, "update").length > 0) return
    yield* Effect.catch(
      updates.removeAuthCode(domain),
      (error) => Effect.logInfo(`The auth code of ${domain.name} could not be removed`, error.message)
    )
  })

  return { remove }
})
