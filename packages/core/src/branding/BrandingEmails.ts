import { Context, Effect, Layer, Schema } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { mailLocaleOf, mailPreview, mailTemplateCatalog, MailTemplateView } from "../mail/index.ts"
import {
  type CurrentActor,
  type InvalidInput,
  optional,
  type OrganizationId,
  refuseInput,
  Text
} from "../shared/index.ts"
import { assetIssues } from "./assetIssues.ts"
import { BrandingAssetStore } from "./BrandingAssetStore.ts"
import { BrandingDocument } from "./BrandingDocument.ts"
import { BrandingEmailNotFound } from "./BrandingError.ts"
import { givenMembers } from "./givenMembers.ts"
import { makeMailIdentities } from "./MailIdentities.ts"

/** Templates by name. */
export const BrandingEmailTemplates = Schema.Record(Schema.String, MailTemplateView)
  .annotate({ identifier: "MailTemplateCatalogRes" })
export type BrandingEmailTemplates = typeof BrandingEmailTemplates.Type

/** Request for a mail with the samples of its template. */
export const PreviewEmail = Schema.Struct({
  template_name: Text.line({ minimum: 1, maximum: 64 }),
  /** Such as `de` or `de_AT`. Languages without texts are shown in English. */
  language_code: Text.line({ minimum: 1, maximum: 35 }),
  /** Draft; if absent or null, the brand of the mails that are sent. */
  branding_document: optional(BrandingDocument)
}).annotate({ identifier: "PreviewMailReq" })
export type PreviewEmail = typeof PreviewEmail.Type

/** A rendered mail. */
export const EmailPreview = Schema.Struct({ subject: Schema.String, html: Schema.String, text: Schema.String })
  .annotate({ identifier: "PreviewMailRes" })
export type EmailPreview = typeof EmailPreview.Type

/** Mails of the platform with the brand of the caller's organization. Source: REST specification, "Whitelabel branding". */
export class BrandingEmails extends Context.Service<BrandingEmails, {
  /** Every template with the texts that a branding document can replace. */
  readonly templates: Effect.Effect<BrandingEmailTemplates, AuthorizationError, CurrentActor>
  /**
   * A mail with sample values and the brand of a draft, or the one that mails of the organization have. Nothing is sent.
   */
  readonly preview: (
    request: PreviewEmail
  ) => Effect.Effect<EmailPreview, AuthorizationError | BrandingEmailNotFound | InvalidInput, CurrentActor>
}>()("@namewright/core/branding/BrandingEmails") {
  static readonly layer = Layer.effect(
    BrandingEmails,
    Effect.gen(function*() {
      const assets = yield* BrandingAssetStore
      const identityOf = yield* makeMailIdentities

      /** A draft whose assets are those of the caller's organization. */
      const checkedDraft = Effect.fnUntraced(function*(organization_id: OrganizationId, draft: BrandingDocument) {
        const document = givenMembers(draft)
        const uploaded = yield* assets.list(organization_id)
        yield* refuseInput(assetIssues(document, uploaded, ["body", "branding_document"]))
        return document
      })

      const preview: BrandingEmails["Service"]["preview"] = Effect.fn("BrandingEmails.preview")(
        function*({ branding_document: draft, language_code, template_name }) {
          const { organization_id } = yield* authorize("whitelabel_branding:view")
          const document = draft === null || draft === undefined
            ? undefined
            : yield* checkedDraft(organization_id, draft)
          const { brand } = yield* identityOf(organization_id, document)
          const content = mailPreview(template_name, mailLocaleOf({ locale: language_code }), brand)
          return content ?? (yield* new BrandingEmailNotFound({ template_name }))
        }
      )

      return BrandingEmails.of({
        templates: Effect.as(authorize("whitelabel_branding:view"), mailTemplateCatalog),
        preview
      })
    })
  )
}
