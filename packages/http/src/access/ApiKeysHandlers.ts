import { ApiKeys } from "@namewright/core/access"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ApiKeysApi } from "./ApiKeysApi.ts"

export const layer = group(
  ApiKeysApi,
  Effect.fnUntraced(function*(handlers) {
    const keys = yield* ApiKeys
    return handlers.handleAll({
      introspectCredential: () => Effect.mapError(keys.introspect, toProblem),
      listCredentials: ({ query }) => Effect.mapError(keys.list(query), toProblem),
      createCredential: ({ payload }) => Effect.mapError(keys.create(payload), toProblem),
      updateCredential: ({ params, payload }) => Effect.mapError(keys.update(params.api_key_id, payload), toProblem),
      revokeCredential: ({ params }) => Effect.mapError(keys.revoke(params.api_key_id), toProblem)
    })
  })
)
