import { AccessTokens } from "@namewright/core/access"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlatformApi } from "../PlatformApi.ts"
import { toProblem } from "../shared/Problem.ts"

export const layer = HttpApiBuilder.group(
  PlatformApi,
  "accessTokens",
  Effect.fnUntraced(function*(handlers) {
    const tokens = yield* AccessTokens
    return handlers.handleAll({
      issueToken: ({ payload, request }) =>
        Effect.mapError(tokens.issue(payload, Option.getOrUndefined(request.remoteAddress)), toProblem)
    })
  })
)
