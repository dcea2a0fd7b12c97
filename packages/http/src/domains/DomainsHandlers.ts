import { domainFilterOf, Domains, Statistics } from "@namewright/core/domains"
import { Effect } from "effect"
import { sendEntityTag } from "../shared/ConditionalHeaders.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { DomainsApi } from "./DomainsApi.ts"

export const layer = group(
  DomainsApi,
  Effect.fnUntraced(function*(handlers) {
    const domains = yield* Domains
    const statistics = yield* Statistics
    return handlers.handleAll({
      listDomains: ({ query: { include = [], organization_id, page, page_size, sort_by, sort_order, ...filters } }) =>
        Effect.mapError(
          domains.list(
            domainFilterOf(filters),
            { by: sort_by, order: sort_order },
            { page, page_size },
            include,
            organization_id
          ),
          toProblem
        ),
      getDomainSummary: () => Effect.mapError(domains.summary, toProblem),
      getDomainStatistics: ({ query }) => Effect.mapError(statistics.read(query), toProblem),
      getDomain: ({ params, query: { include = [] } }) =>
        domains.getTagged(params.domain_reference, include).pipe(
          Effect.tap(({ entity_tag }) => sendEntityTag(entity_tag)),
          Effect.map(({ view }) => view),
          Effect.mapError(toProblem)
        )
    })
  })
)
