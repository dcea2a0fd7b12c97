import { DomainViews, OutboundTransfers, Transfers } from "@namewright/core/domains"
import { CurrentActor } from "@namewright/core/shared"
import { Effect } from "effect"
import { expectedTag } from "../shared/ConditionalHeaders.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { sendDomainTag } from "./sendDomainTag.ts"
import { TransfersApi } from "./TransfersApi.ts"

export const layer = group(
  TransfersApi,
  Effect.fnUntraced(function*(handlers) {
    const transfers = yield* Transfers
    const outbound = yield* OutboundTransfers
    const views = yield* DomainViews

    return handlers.handleAll({
      transferDomain: ({ payload }) =>
        transfers.request(payload).pipe(
          Effect.mapError(toProblem),
          Effect.tap(sendDomainTag),
          Effect.flatMap((domain) => Effect.flatMap(CurrentActor, (actor) => views.of(actor, domain)))
        ),
      cancelTransfer: ({ headers, params }) =>
        Effect.mapError(transfers.cancel(params.domain_reference, expectedTag(headers)), toProblem),
      decideOutboundTransfer: ({ headers, params, payload: { action } }) =>
        outbound.decide(params.domain_reference, { action }, expectedTag(headers)).pipe(
          Effect.mapError(toProblem),
          Effect.map(({ domain_id, name }) => ({ domain_id, domain_name: name, action }))
        )
    })
  })
)
