import { Schema } from "effect"
import { call, type CallOptions, type CallsFor, inBody, inPath, type InputOf, type JsonOf } from "../shared/index.ts"
import { BrandingAsset, BrandingAssetId, UploadBrandingAsset } from "./BrandingAsset.ts"
import { BrandingAssets } from "./BrandingAssets.ts"
import {
  BrandingDocument,
  BrandingVersion,
  BrandingVersionContents,
  BrandingVersionNumber,
  StoredBrandingDocument
} from "./BrandingDocument.ts"
import { BrandingDocuments } from "./BrandingDocuments.ts"
import { BrandingEmails, BrandingEmailTemplates, EmailPreview, PreviewEmail } from "./BrandingEmails.ts"
import { type WhitelabelCalls, whitelabelCalls } from "./configuration/index.ts"
import { BrandingSender, NewBrandingSender } from "./sender/BrandingSender.ts"
import { BrandingSenders } from "./sender/BrandingSenders.ts"

export interface BrandingAssetJson extends JsonOf<typeof BrandingAsset> {}
export interface UploadBrandingAssetInput extends InputOf<typeof UploadBrandingAsset> {}
export interface BrandingDocumentInput extends InputOf<typeof BrandingDocument> {}
export interface StoredBrandingDocumentJson extends JsonOf<typeof StoredBrandingDocument> {}
export interface BrandingEmailTemplatesJson extends JsonOf<typeof BrandingEmailTemplates> {}
export interface BrandingSenderJson extends JsonOf<typeof BrandingSender> {}
export interface NewBrandingSenderInput extends InputOf<typeof NewBrandingSender> {}
export interface EmailPreviewJson extends JsonOf<typeof EmailPreview> {}
export interface PreviewEmailInput extends InputOf<typeof PreviewEmail> {}
export interface BrandingVersionJson extends JsonOf<typeof BrandingVersion> {}
export interface BrandingVersionContentsJson extends JsonOf<typeof BrandingVersionContents> {}

/** Brand of the organization: its name, colors, links and texts, and its white-label hosts. */
export interface BrandingCalls extends WhitelabelCalls {
  /**
   * Returns the branding document. Sections that were not saved are absent.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @example
   * const { theme, warnings } = await caller.branding.document()
   */
  readonly document: (options?: CallOptions) => Promise<StoredBrandingDocumentJson>
  /**
   * Replaces the branding document as a whole: members that are absent or null return to their defaults. Colors that are
   * hard to read, and texts that are too long for their places, are warnings of the result.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @example
   * await caller.branding.saveDocument({
   *   brand: { name: "Example Hosting" },
   *   theme: { light: { primary: "#0b5fff", primary_foreground: "#ffffff" } }
   * })
   */
  readonly saveDocument: (document: BrandingDocumentInput, options?: CallOptions) => Promise<StoredBrandingDocumentJson>
  /**
   * Returns the latest 100 versions of the document, with their authors; the latest first.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @example
   * for (const { created_on, performed_by_id } of await caller.branding.versions()) console.log(created_on, performed_by_id)
   */
  readonly versions: (options?: CallOptions) => Promise<ReadonlyArray<BrandingVersionJson>>
  /**
   * Returns a version with its document.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @throws ERROR_WHITELABEL_VERSION_NOT_FOUND
   *
   * @example
   * const { document } = await caller.branding.version(3)
   */
  readonly version: (version_number: number, options?: CallOptions) => Promise<BrandingVersionContentsJson>
  /**
   * Saves the document of a version again, as the latest one.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_VERSION_NOT_FOUND
   *
   * @example
   * await caller.branding.restoreVersion(3)
   */
  readonly restoreVersion: (version_number: number, options?: CallOptions) => Promise<StoredBrandingDocumentJson>
  /**
   * Returns the uploaded images and fonts, the newest first.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @example
   * for (const { asset_url, content_type } of await caller.branding.assets()) console.log(content_type, asset_url)
   */
  readonly assets: (options?: CallOptions) => Promise<ReadonlyArray<BrandingAssetJson>>
  /**
   * Stores an image or a font of up to 5 MB, in Base64: PNG, JPEG, SVG, WebP, ICO, WOFF or WOFF2. Scripts and links to
   * other files are removed from an SVG. The same file again is the same asset.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_ASSET_LIMIT, ERROR_WHITELABEL_ASSET_TOO_LARGE,
   * ERROR_WHITELABEL_ASSET_TYPE_NOT_SUPPORTED, ERROR_WHITELABEL_SVG_REFUSED
   *
   * @example
   * const { asset_url } = await caller.branding.uploadAsset({ file: await readFile("logo.png", "base64") })
   * await caller.branding.saveDocument({ brand: { logo: { light: asset_url } } })
   */
  readonly uploadAsset: (request: UploadBrandingAssetInput, options?: CallOptions) => Promise<BrandingAssetJson>
  /**
   * Removes an asset to which the document does not refer.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @throws ERROR_WHITELABEL_ASSET_NOT_FOUND, ERROR_WHITELABEL_ASSET_IN_USE
   *
   * @example
   * await caller.branding.removeAsset(asset_id)
   */
  readonly removeAsset: (asset_id: string, options?: CallOptions) => Promise<void>
  /**
   * Returns the templates of mails, with the texts that a branding document can replace.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @example
   * const { user_invitation } = await caller.branding.emailTemplates()
   */
  readonly emailTemplates: (options?: CallOptions) => Promise<BrandingEmailTemplatesJson>
  /**
   * Returns a mail with sample values, as a draft of the document or the stored one would make it. Nothing is sent.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @throws ERROR_WHITELABEL_EMAIL_NOT_FOUND
   *
   * @example
   * const { html, subject } = await caller.branding.previewEmail({ template_name: "user_invitation", language_code: "de" })
   */
  readonly previewEmail: (request: PreviewEmailInput, options?: CallOptions) => Promise<EmailPreviewJson>
  /**
   * Returns the address that mails of the brand are sent from, with the TXT records that its domain needs; null without one.
   *
   * Rights: `whitelabel_branding:view`.
   *
   * @example
   * const sender = await caller.branding.sender()
   * for (const { found, name, value } of sender?.records ?? []) console.log(found, name, value)
   */
  readonly sender: (options?: CallOptions) => Promise<BrandingSenderJson | null>
  /**
   * Stores an address for mails of the brand, with a new key. Mails have it once all records of its domain were found.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @example
   * const { records } = await caller.branding.saveSender({ address: "mails@example.com" })
   */
  readonly saveSender: (request: NewBrandingSenderInput, options?: CallOptions) => Promise<BrandingSenderJson>
  /**
   * Looks up the records of the address now, instead of on the next day.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @example
   * const sender = await caller.branding.checkSender()
   * if (sender?.status === "verified") console.log(sender.address)
   */
  readonly checkSender: (options?: CallOptions) => Promise<BrandingSenderJson | null>
  /**
   * Removes the address and its key. Mails have the address of the installation again.
   *
   * Rights: `whitelabel_branding:manage`.
   *
   * @example
   * await caller.branding.removeSender()
   */
  readonly removeSender: (options?: CallOptions) => Promise<void>
}

const ofVersion = [inPath("version_number", BrandingVersionNumber)] as const

export const brandingCalls = {
  ...whitelabelCalls,
  document: call([], StoredBrandingDocument, () => BrandingDocuments.use((documents) => documents.read)),
  saveDocument: call(
    [inBody(BrandingDocument)],
    StoredBrandingDocument,
    (document) => BrandingDocuments.use((documents) => documents.save(document))
  ),
  versions: call(
    [],
    Schema.Array(BrandingVersion),
    () => BrandingDocuments.use((documents) => documents.versions)
  ),
  version: call(
    ofVersion,
    BrandingVersionContents,
    (number) => BrandingDocuments.use((documents) => documents.version(number))
  ),
  restoreVersion: call(
    ofVersion,
    StoredBrandingDocument,
    (number) => BrandingDocuments.use((documents) => documents.restore(number))
  ),
  assets: call([], Schema.Array(BrandingAsset), () => BrandingAssets.use((assets) => assets.list)),
  uploadAsset: call(
    [inBody(UploadBrandingAsset)],
    BrandingAsset,
    ({ file }) => BrandingAssets.use((assets) => assets.upload(file))
  ),
  removeAsset: call(
    [inPath("asset_id", BrandingAssetId)],
    Schema.Void,
    (id) => BrandingAssets.use((assets) => assets.remove(id))
  ),
  emailTemplates: call([], BrandingEmailTemplates, () => BrandingEmails.use((emails) => emails.templates)),
  previewEmail: call(
    [inBody(PreviewEmail)],
    EmailPreview,
    (request) => BrandingEmails.use((emails) => emails.preview(request))
  ),
  sender: call([], Schema.NullOr(BrandingSender), () => BrandingSenders.use((senders) => senders.read)),
  saveSender: call(
    [inBody(NewBrandingSender)],
    BrandingSender,
    (request) => BrandingSenders.use((senders) => senders.save(request))
  ),
  checkSender: call([], Schema.NullOr(BrandingSender), () => BrandingSenders.use((senders) => senders.check)),
  removeSender: call([], Schema.Void, () => BrandingSenders.use((senders) => senders.remove))
} satisfies CallsFor<BrandingCalls>
