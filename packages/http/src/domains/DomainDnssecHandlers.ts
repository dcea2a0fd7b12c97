import { DomainDnssec, DomainSigning } from "@namewright/core/domains"
import { Effect } from "effect"
import { expectedTag } from "../shared/ConditionalHeaders.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { DomainDnssecApi } from "./DomainDnssecApi.ts"

export const layer = group(
  DomainDnssecApi,
  Effect.fnUntraced(function*(handlers) {
    const dnssec = yield* DomainDnssec
    const signing = yield* DomainSigning
    return handlers.handleAll({
      getDomainDnssec: ({ params }) => Effect.mapError(dnssec.list(params.domain_reference), toProblem),
      replaceDomainDnssec: ({ headers, params, payload }) =>
        Effect.mapError(dnssec.replace(params.domain_reference, payload, expectedTag(headers)), toProblem),
      deleteDomainDnssec: ({ headers, params }) =>
        Effect.mapError(dnssec.remove(params.domain_reference, expectedTag(headers)), toProblem),
      enableDomainDnssec: ({ headers, params }) =>
        signing.enable(params.domain_reference, expectedTag(headers)).pipe(
          Effect.map(({ data, deferred }) => deferred ? [] as const : data),
          Effect.mapError(toProblem)
        ),
      disableDomainDnssec: ({ headers, params }) =>
        Effect.mapError(signing.disable(params.domain_reference, expectedTag(headers)), toProblem)
    })
  })
)
