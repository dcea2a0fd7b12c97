import { attributeKeys, OrganizationAttribute, RequestedAttributes } from "@namewright/core/organizations"
import { OrganizationId } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { WrappedAs } from "../shared/WrappedAs.ts"

const own = "/v1/organizations/attributes"
const byOrganization = "/v1/organizations/:organization_id/attributes"
/** Path with swapped segments, which one existing client sends. */
const swapped = "/v1/organizations/attributes/:organization_id"

const params = { organization_id: OrganizationId }

/** Object form, or the list alone. */
export const AttributesBody = Schema.Union([Schema.Struct({ attributes: RequestedAttributes }), RequestedAttributes])
  .annotate({ identifier: "OrganizationAttributesUpdate" })

const success = Schema.Array(OrganizationAttribute)
const readErrors = [problems.forbidden, problems.notFound] as const
const writeErrors = [problems.forbidden, problems.notFound, problems.conflict, problems.invalid] as const

const wrapped = (attributes: ReadonlyArray<unknown>) => ({ attributes })

export class OrganizationAttributesApi extends HttpApiGroup.make("organizationAttributes")
  .add(
    HttpApiEndpoint.get("listOwnAttributes", own, { query: attributeKeys, success, error: readErrors })
      .annotate(OpenApi.Summary, "List the attributes of the caller's organization")
      .annotateMerge(reads({ rights: ["organization:read"] }))
      .annotate(WrappedAs, wrapped),
    HttpApiEndpoint.patch("updateOwnAttributes", own, { payload: AttributesBody, success, error: writeErrors })
      .annotate(OpenApi.Summary, "Upsert attributes of the caller's organization by key; null deletes")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "changes" }))
      .annotate(WrappedAs, wrapped),
    HttpApiEndpoint.get("listAttributes", byOrganization, { params, query: attributeKeys, success, error: readErrors })
      .annotate(OpenApi.Summary, "List the attributes of an organization")
      .annotateMerge(reads({ rights: ["organization:read"] }))
      .annotate(WrappedAs, wrapped),
    HttpApiEndpoint.patch("updateAttributes", byOrganization, {
      params,
      payload: AttributesBody,
      success,
      error: writeErrors
    })
      .annotate(OpenApi.Summary, "Upsert attributes of an organization by key; null deletes")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "changes" }))
      .annotate(WrappedAs, wrapped),
    HttpApiEndpoint.get("listAttributesSwapped", swapped, { params, query: attributeKeys, success, error: readErrors })
      .annotate(OpenApi.Summary, "List the attributes of an organization (alternative path)")
      .annotateMerge(reads({ rights: ["organization:read"] }))
      .annotate(WrappedAs, wrapped),
    HttpApiEndpoint.patch("updateAttributesSwapped", swapped, {
      params,
      payload: AttributesBody,
      success,
      error: writeErrors
    })
      .annotate(OpenApi.Summary, "Upsert attributes of an organization (alternative path)")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "changes" }))
      .annotate(WrappedAs, wrapped)
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Custom attributes of organizations, by key")
{}
