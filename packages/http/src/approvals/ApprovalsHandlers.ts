import { AgentPolicies, Approvals } from "@namewright/core/approvals"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ApprovalsApi } from "./ApprovalsApi.ts"

export const layer = group(
  ApprovalsApi,
  Effect.fnUntraced(function*(handlers) {
    const approvals = yield* Approvals
    const policies = yield* AgentPolicies
    return handlers.handleAll({
      listApprovals: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(
          approvals.list(filter, { by: sort_by, order: sort_order }, { page, page_size }),
          toProblem
        ),
      getApproval: ({ params }) => Effect.mapError(approvals.get(params.approval_id), toProblem),
      getAgentPolicy: () => Effect.mapError(policies.get, toProblem),
      replaceAgentPolicy: ({ payload }) => Effect.mapError(policies.replace(payload), toProblem)
    })
  })
)
