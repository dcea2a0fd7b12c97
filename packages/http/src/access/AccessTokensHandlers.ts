import { AccessTokens } from "@namewright/core/access"
import { Effect, Option } from "effect"
import { PlatformApi } from "../PlatformApi.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { RateLimiter } from "../shared/RateLimiter.ts"

export const layer = group(
  PlatformApi,
  "accessTokens",
  Effect.fnUntraced(function*(handlers) {
    const tokens = yield* AccessTokens
    const limiter = yield* RateLimiter
    return handlers.handleAll({
      issueToken: ({ payload, request }) =>
        limiter.take("tokens", payload.client_id).pipe(
          Effect.andThen(tokens.issue(payload, Option.getOrUndefined(request.remoteAddress))),
          Effect.mapError(toProblem)
        )
    })
  })
)
