import {
  agentOrganizationIssues,
  ListedOrganization,
  NewOrganization,
  OrganizationDetails,
  OrganizationLimitsPatch,
  OrganizationLimitsView,
  organizationList,
  OrganizationPatch,
  OrganizationWithUsers
} from "@namewright/core/organizations"
import { OrganizationId, Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { issuesOf, reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { organization_id: OrganizationId }

/** The billing mode is chosen at creation; later requests with the member are refused. */
const Immutable = Schema.Unknown.check(
  Schema.makeFilter(() => "The billing mode is chosen at creation and cannot be changed", {
    issueType: "extra_forbidden"
  })
).annotate({ description: "Refused: the billing mode is chosen at creation" })

const Patch = Schema.Struct({ ...OrganizationPatch.fields, billing_mode: Schema.optionalKey(Immutable) })
  .annotate({ identifier: "OrganizationUpdate" })

export class OrganizationsApi extends HttpApiGroup.make("organizations")
  .add(
    HttpApiEndpoint.get("listOrganizations", "/v1/organizations", {
      query: listParameters(organizationList),
      success: Page(ListedOrganization),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the caller's organization and its suborganizations")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.post("createOrganization", "/v1/organizations", {
      payload: NewOrganization,
      success: OrganizationWithUsers,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Create a suborganization")
      .annotateMerge(
        writes({
          rights: ["organization:manage"],
          risk: "grants",
          agentIssues: issuesOf(NewOrganization, agentOrganizationIssues)
        })
      ),
    HttpApiEndpoint.get("getOrganization", "/v1/organizations/:organization_id", {
      params: byId,
      success: OrganizationDetails,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read an organization with its users and balance")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.patch("updateOrganization", "/v1/organizations/:organization_id", {
      params: byId,
      payload: Patch,
      success: OrganizationWithUsers,
      error: [problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(OpenApi.Summary, "Update the listed members of an organization; null clears a member")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" })),
    HttpApiEndpoint.delete("deleteOrganization", "/v1/organizations/:organization_id", {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Delete a suborganization that owns nothing, with its keys and users")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: ["destroys", "grants"] })),
    HttpApiEndpoint.get("getOrganizationLimits", "/v1/organizations/:organization_id/limits", {
      params: byId,
      success: OrganizationLimitsView,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the limits of an organization, with what is used of them")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.patch("updateOrganizationLimits", "/v1/organizations/:organization_id/limits", {
      params: byId,
      payload: OrganizationLimitsPatch,
      success: OrganizationLimitsView,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Limit the monthly spend and the domains of a suborganization; null removes a limit")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" })),
    HttpApiEndpoint.post("deactivateOrganization", "/v1/organizations/:organization_id/deactivate", {
      params: byId,
      success: OrganizationWithUsers,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Limit a suborganization to reads, and stop the renewals of its domains")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" })),
    HttpApiEndpoint.post("activateOrganization", "/v1/organizations/:organization_id/activate", {
      params: byId,
      success: OrganizationWithUsers,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Make an inactive suborganization active again")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Parent organization and its suborganizations")
{}
