import { RequestHistory } from "@namewright/core/archive"
import { BrandedHosts } from "@namewright/core/branding"
import { Effect, Layer } from "effect"

/** For routes without a platform: keeps no request, and no host has a brand. */
export const boundaryServices = Layer.merge(
  BrandedHosts.layerNone,
  Layer.succeed(RequestHistory, {
    record: () => {},
    list: (_filter, _sort, page) => Effect.succeed({ items: [], total: 0, ...page })
  })
)
