import { Tlds } from "@namewright/core/tlds"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { tldListAnswer } from "./TldListAnswer.ts"
import { TldsApi } from "./TldsApi.ts"

export const layer = group(
  TldsApi,
  Effect.fnUntraced(function*(handlers) {
    const tlds = yield* Tlds
    return handlers.handleAll({
      listTlds: ({ query, request }) =>
        tlds.list(query.tlds === undefined || query.tlds.length === 0 ? undefined : query.tlds).pipe(
          Effect.mapError(toProblem),
          Effect.flatMap((specs) => tldListAnswer(specs, query.fields ?? [], request.headers["if-none-match"]))
        ),
      listOfferedTlds: () => Effect.mapError(tlds.portfolio, toProblem),
      getTld: ({ params, query }) => Effect.mapError(tlds.get(params.tld, query), toProblem)
    })
  })
)
