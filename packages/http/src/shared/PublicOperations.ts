import { networkOf } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type RateLimited, RateLimiter } from "./RateLimiter.ts"

/**
 * Makes the rate limit of operations without a credential. It counts by the network of the caller. Callers without a known
 * address are not counted, because they would share one limit; the tokens of links cannot be guessed.
 */
export const makePublicLimit = Effect.map(
  RateLimiter,
  (limiter) => ({ remoteAddress }: HttpServerRequest.HttpServerRequest): Effect.Effect<void, RateLimited> => {
    const network = networkOf(Option.getOrUndefined(remoteAddress))
    return network === undefined ? Effect.void : limiter.take("publicPages", network)
  }
)
