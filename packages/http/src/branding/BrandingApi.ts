import {
  BrandingDocument,
  BrandingEmailTemplates,
  EmailPreview,
  PreviewEmail,
  StoredBrandingDocument
} from "@namewright/core/branding"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { reads, readsBody, writes } from "../shared/OperationRules.ts"
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
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "changes" })),
    HttpApiEndpoint.get("listBrandingEmails", "/v1/whitelabel-branding/email/templates", {
      success: BrandingEmailTemplates,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the templates of mails with the texts that the document can replace")
      .annotateMerge(reads({ rights: ["whitelabel_branding:view"] })),
    HttpApiEndpoint.post("previewBrandingEmail", "/v1/whitelabel-branding/email/preview", {
      payload: PreviewEmail,
      success: EmailPreview,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Render a mail with sample values")
      .annotateMerge(readsBody({ rights: ["whitelabel_branding:view"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Brand of the organization")
{}
