import { Effect, Struct } from "effect"
import { entityTagOf } from "../shared/index.ts"
import type { Domain } from "./Domain.ts"
import { DomainChanged } from "./DomainError.ts"

/**
 * Entity tag of a domain. It covers the stored state except the schedule, which callers do not see, and the auth code:
 * a hash must not let readers guess it. `updated_on` changes with each of both.
 */
export const domainTag = (domain: Domain): Effect.Effect<string> =>
  entityTagOf(Struct.omit(domain, ["auth_code", "next_action_on"]))

/** Fails if the domain does not have the entity tag that the caller expects. */
export const requireTag = Effect.fnUntraced(function*(domain: Domain, expected: string | undefined) {
  if (expected === undefined) return
  const entity_tag = yield* domainTag(domain)
  if (entity_tag !== expected) return yield* new DomainChanged({ domain_name: domain.name, entity_tag })
})
