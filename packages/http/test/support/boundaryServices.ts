import { RequestHistory } from "@namewright/core/archive"
import { ServedHostLookup } from "@namewright/core/branding"
import { Effect, Layer } from "effect"

/** For routes without a platform: keeps no request, and no host has a brand. */
export const boundaryServices = Layer.merge(
  ServedHostLookup.layerNone,
  Layer.succeed(RequestHistory, {
    record: () => {},
    list: (_filter, _sort, page) => Effect.succeed({ items: [], total: 0, ...page })
  })
)
