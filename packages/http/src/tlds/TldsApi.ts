import { limits } from "@namewright/core/shared"
import { TldSpec, TldType } from "@namewright/core/tlds"
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { commaList } from "../shared/ListParameters.ts"
import { reads } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { WrappedAs } from "../shared/WrappedAs.ts"

/** Member of a specification, as in the filter `fields`. */
export const TldField = Schema.Literals(Object.keys(TldSpec.fields) as ReadonlyArray<keyof TldSpec>)
  .annotate({ identifier: "TldField" })
export type TldField = typeof TldField.Type

/** A specification with the requested members. */
const PartialSpec = TldSpec.mapFields(Struct.map(Schema.optionalKey)).annotate({
  identifier: "TldSpecificationSections"
})

export const TldList = Schema.Struct({ tlds: Schema.Array(PartialSpec) }).annotate({ identifier: "TldList" })

const tldText = Schema.String.check(Schema.isMaxLength(limits.domainName.maximum + 1))

const OfferedTld = Schema.Struct({ tld: Schema.String, type: TldType }).annotate({ identifier: "OfferedTld" })

export class TldsApi extends HttpApiGroup.make("tlds")
  .add(
    HttpApiEndpoint.get("listTlds", "/v1/tlds", {
      query: {
        fields: Schema.optionalKey(commaList(TldField)),
        tlds: Schema.optionalKey(commaList(tldText, limits.tldsFilter))
      },
      success: [TldList, HttpApiSchema.Empty(304)],
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the specifications of all TLDs, complete or only some sections")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.get("listOfferedTlds", "/v1/tlds/portfolio", {
      success: Schema.Array(OfferedTld),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the TLDs that the organization can order")
      .annotateMerge(reads({ rights: ["organization:read"] }))
      .annotate(WrappedAs, (tlds) => ({ tlds, total: tlds.length })),
    HttpApiEndpoint.get("getTld", "/v1/tlds/:tld", {
      params: { tld: tldText },
      query: {
        backend: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(63))),
        customer_spec_ref: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(255))),
        version: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
      },
      success: TldSpec,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the latest specification of a TLD, or a selected version")
      .annotateMerge(reads({ rights: ["organization:read"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Rules of each TLD")
{}
