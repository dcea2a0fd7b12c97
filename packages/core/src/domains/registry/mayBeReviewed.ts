import { Effect, Option } from "effect"
import type { QueryError, Registry } from "../../registry/index.ts"
import type { DomainName } from "../../shared/index.ts"
import { type DomainAction, prohibitedBy } from "../DomainState.ts"

/**
 * True if a registry that refuses a repeat because of a status may be reviewing the first command: it shows the domain
 * without a status that prohibits the action.
 */
export const mayBeReviewed = (action: DomainAction) =>
(
  { payload }: { readonly payload: { readonly name: DomainName } },
  registry: Registry
): Effect.Effect<boolean, QueryError> =>
  Effect.map(
    registry.infoDomain(payload.name),
    Option.exists(({ statuses }) => !statuses.some((status) => prohibitedBy[action].includes(status)))
  )
