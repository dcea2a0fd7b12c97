import {
  Availability,
  Deletions,
  type Domain,
  DomainUpdates,
  DomainViews,
  Registrations,
  Renewals,
  renewedDomain,
  restoredDomain,
  viewOf
} from "@namewright/core/domains"
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
    const withViews = Effect.provideService(DomainViews, views)
    const shown = (domain: Domain) => withViews(viewOf(domain))

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
          Effect.flatMap((domain) => withViews(renewedDomain(domain, payload)))
        ),
      restoreDomain: ({ params, payload }) =>
        deletions.restore(params.domain_reference, payload).pipe(
          Effect.mapError(toProblem),
          Effect.flatMap(restoredDomain)
        )
    })
  })
)
