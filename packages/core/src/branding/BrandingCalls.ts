import { Schema } from "effect"
import { call, type CallOptions, type CallsFor, inBody, inPath, type InputOf, type JsonOf } from "../shared/index.ts"
import {
  BrandingDocument,
  BrandingVersion,
  BrandingVersionContents,
  BrandingVersionNumber,
  StoredBrandingDocument
} from "./BrandingDocument.ts"
import { BrandingDocuments } from "./BrandingDocuments.ts"

export interface BrandingDocumentInput extends InputOf<typeof BrandingDocument> {}
export interface StoredBrandingDocumentJson extends JsonOf<typeof StoredBrandingDocument> {}
export interface BrandingVersionJson extends JsonOf<typeof BrandingVersion> {}
export interface BrandingVersionContentsJson extends JsonOf<typeof BrandingVersionContents> {}

/** Brand of the organization: its name, colors, links and texts. */
export interface BrandingCalls {
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
}

const ofVersion = [inPath("version_number", BrandingVersionNumber)] as const

export const brandingCalls = {
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
  )
} satisfies CallsFor<BrandingCalls>
