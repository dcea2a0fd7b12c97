import {
  BrandingAsset,
  BrandingAssetId,
  BrandingAssetList,
  BrandingDocument,
  BrandingEmailTemplates,
  EmailPreview,
  PreviewEmail,
  StoredBrandingDocument,
  UploadBrandingAsset
} from "@namewright/core/branding"
import { limits } from "@namewright/core/shared"
import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { reads, readsBody, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const document = "/v1/whitelabel-branding/document"
const assets = "/v1/whitelabel-branding/assets"

/** Bytes of a body besides the file, such as the headers of its part. */
const otherBytes = 10_000

/** Form with the part `file`. A longer part ends the upload; the service has the exact limit. */
const UploadBrandingAssetForm = Schema.Struct({ file: Multipart.PersistedFileSchema })
  .annotate({ identifier: "UploadBrandingAssetForm" })
  .pipe(HttpApiSchema.asMultipartStream({
    maxParts: 10,
    maxFieldSize: otherBytes,
    maxFileSize: limits.branding.assetBytes + otherBytes
  }))

/** Bytes of a body with the file in Base64, which is the longer form. */
const uploadBytes = Math.ceil(limits.branding.assetBytes / 3) * 4 + otherBytes

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
    HttpApiEndpoint.get("listBrandingAssets", assets, {
      success: BrandingAssetList,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List uploaded images and fonts, the newest first")
      .annotateMerge(reads({ rights: ["whitelabel_branding:view"] })),
    HttpApiEndpoint.post("uploadBrandingAsset", assets, {
      payload: [UploadBrandingAssetForm, UploadBrandingAsset],
      success: BrandingAsset.pipe(HttpApiSchema.status(201)),
      error: [problems.forbidden, problems.conflict, problems.tooLarge, problems.unsupportedType, problems.invalid]
    }).annotate(OpenApi.Summary, "Upload an image or a font of up to 5 MB")
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "none", body: uploadBytes })),
    HttpApiEndpoint.delete("deleteBrandingAsset", `${assets}/:asset_id`, {
      params: { asset_id: BrandingAssetId },
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Delete an asset to which the document does not refer")
      .annotateMerge(writes({ rights: ["whitelabel_branding:manage"], risk: "destroys" })),
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
