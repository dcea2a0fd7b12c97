import { UsageReports } from "@namewright/core/usage"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { UsageApi } from "./UsageApi.ts"

export const layer = group(
  UsageApi,
  Effect.fnUntraced(function*(handlers) {
    const reports = yield* UsageReports
    return handlers.handleAll({
      getUsageSeries: ({ params, query }) =>
        Effect.mapError(reports.series(params.organization_id, params.product, query), toProblem),
      getUsageSummary: ({ params, query }) =>
        Effect.mapError(reports.summary(params.organization_id, params.product, query), toProblem)
    })
  })
)
