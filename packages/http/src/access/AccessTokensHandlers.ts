import {
  type AccessTokenRequest,
  AccessTokens,
  type ApiKey,
  AuthenticationFailed,
  type RefreshTokenRequest,
  type TokenRequest
} from "@namewright/core/access"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { RealmRefresh } from "../realm/RealmRefresh.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { RateLimiter } from "../shared/RateLimiter.ts"
import { RefusedCredentials } from "../shared/RefusedCredentials.ts"
import { AccessTokensApi } from "./AccessTokensApi.ts"
import { basicCredentials } from "./basicCredentials.ts"

type ClientCredentials = Pick<TokenRequest, "client_id" | "client_secret">

export const layer = group(
  AccessTokensApi,
  Effect.fnUntraced(function*(handlers) {
    const tokens = yield* AccessTokens
    const limiter = yield* RateLimiter
    const refused = yield* RefusedCredentials
    const realm = yield* RealmRefresh

    /**
     * The credential of a client. The rate is per credential, so that knowing the id of an organization is not
     * sufficient to exhaust it.
     */
    const authenticated = Effect.fnUntraced(function*(client: ClientCredentials, address: string | undefined) {
      const credential = yield* refused.guard(client.client_secret, address, tokens.authenticate(client, address))
      yield* limiter.take("tokens", credential.api_key_id)
      return credential
    })

    const refreshed = (request: RefreshTokenRequest, address: string | undefined) =>
      refused.guard(request.refresh_token, address, realm.refresh(request, address))

    const issued = Effect.fnUntraced(function*(request: TokenRequest, address: string | undefined) {
      const credential = yield* authenticated(request, address)
      const answer = yield* tokens.issue(credential)
      yield* refused.accept(answer.access_token)
      return answer
    })

    const answered = (
      request: TokenRequest | RefreshTokenRequest,
      address: string | undefined
    ): ReturnType<typeof issued> | ReturnType<typeof refreshed> =>
      request.grant_type === "refresh_token" ? refreshed(request, address) : issued(request, address)

    /** Handles a request about a token, for the client that sends it. */
    const forClient = Effect.fnUntraced(function*<A>(
      payload: AccessTokenRequest,
      request: HttpServerRequest.HttpServerRequest,
      work: (credential: ApiKey) => Effect.Effect<A>
    ) {
      const client = clientOf(payload, request.headers["authorization"])
      if (client === undefined) return yield* new AuthenticationFailed({ reason: "client_missing" })
      return yield* work(yield* authenticated(client, Option.getOrUndefined(request.remoteAddress)))
    })

    return handlers.handleAll({
      issueToken: ({ payload, request }) =>
        Effect.mapError(answered(payload, Option.getOrUndefined(request.remoteAddress)), toProblem),
      revokeToken: ({ payload, request }) =>
        Effect.mapError(
          forClient(payload, request, (credential) => Effect.as(tokens.revoke(credential, payload.token), {})),
          toProblem
        ),
      introspectToken: ({ payload, request }) =>
        Effect.mapError(
          forClient(payload, request, (credential) => tokens.introspect(credential, payload.token)),
          toProblem
        )
    })
  })
)

/** Credentials in the header, or in the body. */
const clientOf = (
  { client_id, client_secret }: AccessTokenRequest,
  authorization: string | undefined
): ClientCredentials | undefined => {
  const inHeader = basicCredentials(authorization)
  if (inHeader !== undefined || client_id === undefined || client_secret === undefined) return inHeader
  return { client_id, client_secret }
}
