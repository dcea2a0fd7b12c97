import { BrandingDocument, StoredBrandingDocument } from "@namewright/core/branding"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const document = "/v1/whitelabel-branding/document"

export class BrandingApi extends HttpApiGroup.make("branding")
  .add(
    HttpApiEndpoint.get("getBrandingDocument", document, {
      success: StoredBrandingDocument,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Read the branding document")
      .annotateMerge(reads({ rights: ["whitelabel_branding:view"] })),
    HttpApiEndpoint.put("replaceBrandingDocument", document, {
      payload: BrandingDocument,
      success: StoredBrandingDocument,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Replace the branding document as a whole")
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "changes" })),
    HttpApiEndpoint.post("saveBrandingDocument", document, {
      payload: BrandingDocument,
      success: StoredBrandingDocument,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Replace the branding document as a whole, as PUT does")
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "changes" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Brand of the organization")
{}
