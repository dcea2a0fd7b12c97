import { OrganizationTokenResponse, TokenRequest } from "@namewright/core/access"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { writes } from "../shared/OperationRules.ts"
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
      .annotateMerge(writes({ rights: [], caller: "anyone", risk: "grants" }))
  )
  .middleware(RequestValidation)
  .annotate(OpenApi.Description, "Access tokens for client credentials")
{}
