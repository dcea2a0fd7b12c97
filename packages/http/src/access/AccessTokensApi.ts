import { OrganizationTokenResponse, TokenRequest } from "@namewright/core/access"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const TokenRequestForm = TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()).annotate({
  identifier: "TokenRequestForm"
})

export class AccessTokensApi extends HttpApiGroup.make("accessTokens")
  .add(
    HttpApiEndpoint.post("issueToken", "/v1/auth/token", {
      payload: [TokenRequest, TokenRequestForm],
      success: OrganizationTokenResponse,
      error: [problems.unauthenticated, problems.forbidden, problems.notFound, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Exchange client credentials for an access token")
  )
  .middleware(RequestValidation)
  .annotate(OpenApi.Description, "Access tokens for client credentials")
{}
