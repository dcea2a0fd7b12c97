import { RequestHistory } from "@namewright/core/archive"
import { Effect, Layer } from "effect"

/** For routes without a platform: keeps no request. */
export const noRequestHistory = Layer.succeed(RequestHistory, {
  record: () => {},
  list: (_filter, _sort, page) => Effect.succeed({ items: [], total: 0, ...page })
})
