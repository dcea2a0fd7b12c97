import {
  Availability,
  ClaimsAcceptances,
  Deletions,
  type Domain,
  DomainOrderQuotes,
  DomainUpdates,
  DomainViews,
  Registrations,
  Renewals,
  renewedDomain,
  restoredDomain,
  viewOf
} from "@namewright/core/domains"
import { Effect } from "effect"
import { expectedTag } from "../shared/ConditionalHeaders.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { DomainOperationsApi } from "./DomainOperationsApi.ts"
import { sendDomainTag } from "./sendDomainTag.ts"

export const layer = group(
  DomainOperationsApi,
  Effect.fnUntraced(function*(handlers) {
    const availability = yield* Availability
    const registrations = yield* Registrations
    const updates = yield* DomainUpdates
    const renewals = yield* Renewals
    const deletions = yield* Deletions
    const quotes = yield* DomainOrderQuotes
    const claims = yield* ClaimsAcceptances
    const views = yield* DomainViews
    const withViews = Effect.provideService(DomainViews, views)
    const shown = (domain: Domain) => Effect.andThen(sendDomainTag(domain), withViews(viewOf(domain)))

    return handlers.handleAll({
      checkDomains: ({ query }) =>
        availability.check(query.domains, query.allocation_token).pipe(
          Effect.map((results) => ({ results })),
          Effect.mapError(toProblem)
        ),
      createDomain: ({ payload }) =>
        registrations.register(payload).pipe(Effect.mapError(toProblem), Effect.flatMap(shown)),
      quoteDomain: ({ payload }) => Effect.mapError(quotes.quote(payload), toProblem),
      getClaimsNotices: ({ payload }) => Effect.mapError(claims.notices(payload), toProblem),
      updateDomain: ({ headers, params, payload }) =>
        updates.update(params.domain_reference, payload, expectedTag(headers)).pipe(
          Effect.mapError(toProblem),
          Effect.flatMap(shown)
        ),
      deleteDomain: ({ headers, params }) =>
        Effect.mapError(deletions.remove(params.domain_reference, expectedTag(headers)), toProblem),
      renewDomain: ({ headers, params, payload }) =>
        renewals.renew(params.domain_reference, payload, expectedTag(headers)).pipe(
          Effect.mapError(toProblem),
          Effect.tap(sendDomainTag),
          Effect.flatMap((domain) => withViews(renewedDomain(domain, payload)))
        ),
      restoreDomain: ({ headers, params, payload }) =>
        deletions.restore(params.domain_reference, payload, expectedTag(headers)).pipe(
          Effect.mapError(toProblem),
          Effect.tap(sendDomainTag),
          Effect.flatMap(restoredDomain)
        )
    })
  })
)
