import {
  AccessTokenRequest,
  AccessTokenState,
  OrganizationTokenResponse,
  RefreshTokenRequest,
  TokenRequest,
  UserTokenResponse
} from "@namewright/core/access"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { readsBody, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const TokenRequestForm = TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()).annotate({
  identifier: "TokenRequestForm"
})

const RefreshTokenRequestForm = RefreshTokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()).annotate({
  identifier: "RefreshTokenRequestForm"
})

/** The response for a person has more members, so it is tried first. */
const TokenResponse = Schema.Union([UserTokenResponse, OrganizationTokenResponse])

const AccessTokenRequestForm = AccessTokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()).annotate({
  identifier: "AccessTokenRequestForm"
})

/** Response without content (RFC 7009, section 2.2). */
const RevokedToken = Schema.Struct({}).annotate({ identifier: "RevokedToken" })

const clientProblems = [problems.unauthenticated, problems.forbidden, problems.notFound, problems.rateLimited] as const

export class AccessTokensApi extends HttpApiGroup.make("accessTokens")
  .add(
    HttpApiEndpoint.post("issueToken", "/v1/auth/token", {
      payload: [TokenRequest, RefreshTokenRequest, TokenRequestForm, RefreshTokenRequestForm],
      success: TokenResponse,
      error: clientProblems
    }).annotate(OpenApi.Summary, "Exchange client credentials, or a refresh token of a person, for an access token")
      .annotateMerge(writes({ rights: [], caller: "anyone", risk: "grants" })),
    HttpApiEndpoint.post("revokeToken", "/v1/auth/revoke", {
      payload: [AccessTokenRequest, AccessTokenRequestForm],
      success: RevokedToken,
      error: clientProblems
    }).annotate(OpenApi.Summary, "Revoke an access token of the client")
      .annotate(
        OpenApi.Description,
        "RFC 7009: the response is the same for a token that is unknown, expired or of another client."
      )
      .annotateMerge(writes({ rights: [], caller: "anyone", risk: "grants" })),
    HttpApiEndpoint.post("introspectToken", "/v1/auth/introspect", {
      payload: [AccessTokenRequest, AccessTokenRequestForm],
      success: AccessTokenState,
      error: clientProblems
    }).annotate(OpenApi.Summary, "Read the state of an access token of the client")
      .annotate(OpenApi.Description, "RFC 7662: a token that is not valid, or of another client, is not active.")
      .annotateMerge(readsBody({ rights: [], caller: "anyone" }))
  )
  .middleware(RequestValidation)
  .annotate(OpenApi.Description, "Access tokens for client credentials")
{}
