import { OfferedTldJson, PartialTldSpec, tldListQuery, tldQuery, TldSpec, TldText } from "@namewright/core/tlds"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { filterParameters } from "../shared/ListParameters.ts"
import { reads } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { WrappedAs } from "../shared/WrappedAs.ts"

export const TldList = Schema.Struct({ tlds: Schema.Array(PartialTldSpec) }).annotate({ identifier: "TldList" })

export class TldsApi extends HttpApiGroup.make("tlds")
  .add(
    HttpApiEndpoint.get("listTlds", "/v1/tlds", {
      query: filterParameters(tldListQuery),
      success: [TldList, HttpApiSchema.Empty(304)],
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the specifications of all TLDs, complete or only some sections")
      .annotateMerge(reads({ rights: ["organization:read"], enforcesScope: "rrsets" })),
    HttpApiEndpoint.get("listOfferedTlds", "/v1/tlds/portfolio", {
      success: Schema.Array(OfferedTldJson),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the TLDs that the organization can order")
      .annotateMerge(reads({ rights: ["organization:read"], enforcesScope: "rrsets" }))
      .annotate(WrappedAs, (tlds) => ({ tlds, total: tlds.length })),
    HttpApiEndpoint.get("getTld", "/v1/tlds/:tld", {
      params: { tld: TldText },
      query: tldQuery,
      success: TldSpec,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the latest specification of a TLD, or a selected version")
      .annotateMerge(reads({ rights: ["organization:read"], enforcesScope: "rrsets" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Rules of each TLD")
{}
