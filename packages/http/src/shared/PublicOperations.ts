import { networkOf } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { RateLimiter } from "./RateLimiter.ts"

/** Success of an operation that answers a browser with a page. */
export const htmlPage = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html" }))

/** Content types of an operation that answers a browser with a page. */
export const jsonOrPage = ["application/json", "text/html"]

/**
 * Makes the rate limit of operations without a credential. It counts by the network of the caller. Callers without a known
 * address are not counted, because they would share one limit; the tokens of links cannot be guessed.
 */
export const makePublicLimit = Effect.map(
  RateLimiter,
  (limiter) => <A, E, R>({ remoteAddress }: HttpServerRequest.HttpServerRequest, work: Effect.Effect<A, E, R>) => {
    const network = networkOf(Option.getOrUndefined(remoteAddress))
    return network === undefined ? work : Effect.andThen(limiter.take("publicPages", network), work)
  }
)
