import { Waitlist } from "@namewright/core/waitlist"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { WaitlistApi } from "./WaitlistApi.ts"

export const layer = group(
  WaitlistApi,
  Effect.fnUntraced(function*(handlers) {
    const waitlist = yield* Waitlist
    return handlers.handleAll({
      listWaitlist: () =>
        Effect.mapBoth(waitlist.entries, {
          onFailure: toProblem,
          onSuccess: (entries) => ({
            products: entries,
            items: entries,
            total: entries.length,
            page: 1,
            page_size: Math.max(1, entries.length)
          })
        }),
      applyForProduct: ({ params, payload }) =>
        Effect.mapError(waitlist.apply(params.product, payload ?? {}), toProblem)
    })
  })
)
