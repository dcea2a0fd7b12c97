import {
  agentKeyIssues,
  ApiKeyId,
  apiKeyList,
  ApiKeyPatch,
  CreatedCredential,
  NewApiKey,
  OrganizationCredential
} from "@namewright/core/access"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { issuesOf, reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RefusesUnknownMembers, RequestValidation } from "../shared/RequestValidation.ts"

export class ApiKeysApi extends HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("introspectCredential", "/v1/auth/client_credentials/introspect", {
      success: OrganizationCredential
    }).annotate(OpenApi.Summary, "Read the credential of the request")
      .annotateMerge(reads({ rights: [], enforcesScope: "rrsets" })),
    HttpApiEndpoint.get("listCredentials", "/v1/auth/client_credentials", {
      query: listParameters(apiKeyList),
      success: Page(OrganizationCredential),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the organization's credentials, newest first")
      .annotateMerge(reads({ rights: ["api_keys:read"] })),
    HttpApiEndpoint.post("createCredential", "/v1/auth/client_credentials", {
      payload: NewApiKey,
      success: CreatedCredential.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Create a credential; the response is the only one with its key and secret")
      .annotate(RefusesUnknownMembers, true)
      .annotateMerge(
        writes({ rights: ["api_keys:manage"], risk: "grants", agentIssues: issuesOf(NewApiKey, agentKeyIssues) })
      ),
    HttpApiEndpoint.patch("updateCredential", "/v1/auth/client_credentials/:api_key_id", {
      params: { api_key_id: ApiKeyId },
      payload: ApiKeyPatch,
      success: OrganizationCredential,
      error: [problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Change name, description, role, expiry or restrictions of a credential")
      .annotate(RefusesUnknownMembers, true)
      .annotateMerge(writes({ rights: ["api_keys:manage"], risk: "grants" })),
    HttpApiEndpoint.delete("revokeCredential", "/v1/auth/client_credentials/:api_key_id", {
      params: { api_key_id: ApiKeyId },
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Revoke a credential and its access tokens")
      .annotateMerge(writes({ rights: ["api_keys:delete"], risk: ["destroys", "grants"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "API keys and client secrets of the organization")
{}
