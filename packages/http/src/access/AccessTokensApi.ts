import { OrganizationTokenResponse, TokenRequest } from "@namewright/core/access"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

export class AccessTokensApi extends HttpApiGroup.make("accessTokens")
  .add(
    HttpApiEndpoint.post("issueToken", "/v1/auth/token", {
      payload: [TokenRequest, TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded())],
      success: OrganizationTokenResponse,
      error: [problems.unauthenticated, problems.forbidden, problems.notFound, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Exchange client credentials for an access token")
  )
  .middleware(RequestValidation)
  .annotate(OpenApi.Description, "Access tokens for client credentials")
{}
