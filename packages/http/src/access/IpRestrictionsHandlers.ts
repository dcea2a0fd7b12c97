import { IpRestrictions } from "@namewright/core/access"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { IpRestrictionsApi } from "./IpRestrictionsApi.ts"

export const layer = group(
  IpRestrictionsApi,
  Effect.fnUntraced(function*(handlers) {
    const restrictions = yield* IpRestrictions
    return handlers.handleAll({
      listIpRestrictions: ({ query }) => Effect.mapError(restrictions.list(query), toProblem),
      createIpRestriction: ({ payload, query }) => Effect.mapError(restrictions.create(payload, query), toProblem),
      getIpRestriction: ({ params }) => Effect.mapError(restrictions.get(params.ip_restriction_id), toProblem),
      updateIpRestriction: ({ params, payload, query }) =>
        Effect.mapError(restrictions.update(params.ip_restriction_id, payload, query), toProblem),
      deleteIpRestriction: ({ params, query }) =>
        Effect.mapError(restrictions.remove(params.ip_restriction_id, query), toProblem)
    })
  })
)
