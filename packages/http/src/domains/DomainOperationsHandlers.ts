import {
  Availability,
  Deletions,
  type Domain,
  DomainUpdates,
  DomainViews,
  Registrations,
  Renewals
} from "@namewright/core/domains"
import { CurrentActor, Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { DomainOperationsApi } from "./DomainOperationsApi.ts"

export const layer = group(
  DomainOperationsApi,
  Effect.fnUntraced(function*(handlers) {
    const availability = yield* Availability
    const registrations = yield* Registrations
    const updates = yield* DomainUpdates
    const renewals = yield* Renewals
    const deletions = yield* Deletions
    const views = yield* DomainViews
    const shown = (domain: Domain) => Effect.flatMap(CurrentActor, (actor) => views.of(actor, domain))

    return handlers.handleAll({
      checkDomains: ({ query }) =>
        availability.check(query.domains).pipe(
          Effect.map((results) => ({ results })),
          Effect.mapError(toProblem)
        ),
      createDomain: ({ payload }) =>
        registrations.register(payload).pipe(Effect.mapError(toProblem), Effect.flatMap(shown)),
      updateDomain: ({ params, payload }) =>
        updates.update(params.domain_reference, payload).pipe(Effect.mapError(toProblem), Effect.flatMap(shown)),
      deleteDomain: ({ params }) => Effect.mapError(deletions.remove(params.domain_reference), toProblem),
      renewDomain: ({ params, payload }) =>
        renewals.renew(params.domain_reference, payload).pipe(
          Effect.mapError(toProblem),
          Effect.flatMap(shown),
          Effect.map((view) => ({ ...view, new_expiry_date: view.expires_on, period_extended: payload.period }))
        ),
      restoreDomain: ({ params, payload }) =>
        deletions.restore(params.domain_reference, payload).pipe(
          Effect.mapError(toProblem),
          Effect.flatMap(({ domain_id, expires_on, name, registry_statuses }) =>
            Effect.map(Instant.now, (restored_at) => ({ domain_id, name, restored_at, registry_statuses, expires_on }))
          )
        )
    })
  })
)
