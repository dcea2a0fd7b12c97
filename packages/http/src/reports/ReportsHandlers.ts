import { type CreateReport, Reports } from "@namewright/core/reports"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { downloadResponse } from "./downloadResponse.ts"
import { ReportsApi } from "./ReportsApi.ts"

const inventory: CreateReport = { report_type: "domain_inventory" }

export const layer = group(
  ReportsApi,
  Effect.fnUntraced(function*(handlers) {
    const reports = yield* Reports
    return handlers.handleAll({
      listReports: ({ query: { page, page_size, ...filter } }) =>
        Effect.mapError(reports.list(filter, { page, page_size }), toProblem),
      createReport: ({ payload }) => Effect.mapError(reports.create(payload ?? inventory), toProblem),
      getReport: ({ params }) => Effect.mapError(reports.get(params.report_id), toProblem),
      downloadReport: ({ params }) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
          Effect.map(
            Effect.mapError(reports.download(params.report_id), toProblem),
            (download) => downloadResponse(download, headers)
          ))
    })
  })
)
