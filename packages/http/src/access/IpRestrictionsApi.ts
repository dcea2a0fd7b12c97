import {
  IpRestriction,
  IpRestrictionChangeQuery,
  IpRestrictionId,
  IpRestrictionListQuery,
  IpRestrictionPatch,
  NewIpRestriction
} from "@namewright/core/access"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { pagination } from "../compatibility/pagination.ts"
import { Authentication } from "../shared/Authentication.ts"
import { filterParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { WrappedAs } from "../shared/WrappedAs.ts"

const params = { ip_restriction_id: IpRestrictionId }
const path = "/v1/organizations/ip-restrictions"
const change = filterParameters(IpRestrictionChangeQuery.fields)

/** The object form of the list: one page with all restrictions. */
const onePage = (results: ReadonlyArray<unknown>) => ({
  results,
  pagination: pagination(results.length, 1, Math.max(results.length, 1))
})

export class IpRestrictionsApi extends HttpApiGroup.make("ipRestrictions")
  .add(
    HttpApiEndpoint.get("listIpRestrictions", path, {
      query: filterParameters(IpRestrictionListQuery.fields),
      success: Schema.Array(IpRestriction),
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "List the networks from which an organization accepts calls")
      .annotateMerge(reads({ rights: ["organization:read"] }))
      .annotate(WrappedAs, onePage),
    HttpApiEndpoint.post("createIpRestriction", path, {
      query: change,
      payload: NewIpRestriction,
      success: IpRestriction,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(
      OpenApi.Summary,
      "Accept calls from a network; calls from addresses outside of all networks are refused"
    )
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" })),
    HttpApiEndpoint.get("getIpRestriction", `${path}/:ip_restriction_id`, {
      params,
      success: IpRestriction,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a network from which an organization accepts calls")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.patch("updateIpRestriction", `${path}/:ip_restriction_id`, {
      params,
      query: change,
      payload: IpRestrictionPatch,
      success: IpRestriction,
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.invalid]
    }).annotate(OpenApi.Summary, "Change a network from which an organization accepts calls")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: "grants" })),
    HttpApiEndpoint.delete("deleteIpRestriction", `${path}/:ip_restriction_id`, {
      params,
      query: change,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Accept no more calls from a network, or calls from everywhere if it is the last one")
      .annotateMerge(writes({ rights: ["organization:manage"], risk: ["destroys", "grants"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Networks from which an organization accepts calls")
{}
