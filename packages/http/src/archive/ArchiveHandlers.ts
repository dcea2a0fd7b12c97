import { ObjectLogs, RequestHistory } from "@namewright/core/archive"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ArchiveApi } from "./ArchiveApi.ts"

export const layer = group(
  ArchiveApi,
  Effect.fnUntraced(function*(handlers) {
    const logs = yield* ObjectLogs
    const history = yield* RequestHistory
    return handlers.handleAll({
      listObjectLogs: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(logs.list(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem),
      listLogsOfObject: ({ params, query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(
          logs.list({ ...filter, ...params }, { by: sort_by, order: sort_order }, { page, page_size }),
          toProblem
        ),
      listRequestHistory: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(history.list(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem)
    })
  })
)
