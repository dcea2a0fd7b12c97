import { OrganizationId } from "@namewright/core/shared"
import { UsageProduct, UsageSeries, usageSeriesFields, UsageSummary, usageWindowFields } from "@namewright/core/usage"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { filterParameters } from "../shared/ListParameters.ts"
import { reads } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const params = { organization_id: OrganizationId, product: UsageProduct }
const error = [problems.forbidden, problems.notFound, problems.invalid] as const

export class UsageApi extends HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("getUsageSeries", "/v1/organizations/:organization_id/usage/:product", {
      params,
      query: filterParameters(usageSeriesFields),
      success: UsageSeries,
      error
    }).annotate(OpenApi.Summary, "Report an organization's usage of a product by day, week or month")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.get("getUsageSummary", "/v1/organizations/:organization_id/usage/:product/summary", {
      params,
      query: filterParameters(usageWindowFields),
      success: UsageSummary,
      error
    }).annotate(OpenApi.Summary, "Report an organization's usage of a product in a window")
      .annotateMerge(reads({ rights: ["organization:read"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(
    OpenApi.Description,
    "Usage of metered products, with that of suborganizations that the organization pays for"
  )
{}
