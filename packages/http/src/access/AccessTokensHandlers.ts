import { AccessTokens, type TokenRequest } from "@namewright/core/access"
import { Effect, Option } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { RateLimiter } from "../shared/RateLimiter.ts"
import { RefusedCredentials } from "../shared/RefusedCredentials.ts"
import { AccessTokensApi } from "./AccessTokensApi.ts"

export const layer = group(
  AccessTokensApi,
  Effect.fnUntraced(function*(handlers) {
    const tokens = yield* AccessTokens
    const limiter = yield* RateLimiter
    const refused = yield* RefusedCredentials

    /**
     * Issues a token. The rate is per credential, so that knowing the id of an organization is not sufficient to
     * exhaust it.
     */
    const issued = Effect.fnUntraced(function*(request: TokenRequest, address: string | undefined) {
      const credential = yield* refused.guard(request.client_secret, address, tokens.authenticate(request, address))
      yield* limiter.take("tokens", credential.api_key_id)
      const answer = yield* tokens.issue(credential)
      yield* refused.accept(answer.access_token)
      return answer
    })

    return handlers.handleAll({
      issueToken: ({ payload, request }) =>
        Effect.mapError(issued(payload, Option.getOrUndefined(request.remoteAddress)), toProblem)
    })
  })
)
