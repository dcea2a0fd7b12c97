import { Schema } from "effect"
import { Email } from "../contacts/index.ts"
import { Instant, limits, optional, Text } from "../shared/index.ts"
import { BrandingPalette } from "./BrandingPalette.ts"

const { Array: List, Literal, Record, String, Struct } = Schema

const bounds = limits.branding
const line = optional(Text.line(bounds.line))

const isHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === ""
}

const url = optional(
  String.check(
    Schema.isMaxLength(bounds.url),
    Text.singleLine,
    Schema.makeFilter<string>((text) => isHttps(text) ? undefined : "Expected an https URL without credentials", {
      issueType: "url_parsing",
      arbitraryConstraint: { patterns: [{ source: "^https://[a-z]{1,20}\\.example/[a-z]{0,20}$", flags: "" }] }
    })
  )
)

/** Address of an uploaded asset of the organization. */
const asset = optional(String.check(Schema.isMaxLength(bounds.url), Text.singleLine))

/** Logos of the organization for light and for dark pages, its icon, and the icon of browser tabs. */
const Logos = Struct({ light: asset, dark: asset, icon: asset, favicon: asset })
  .annotate({ identifier: "BrandingLogos" })

const Brand = Struct({ name: line, logo: optional(Logos) }).annotate({ identifier: "BrandingBrand" })

const Theme = Struct({
  /** Radius of corners, such as `0.5rem`. */
  radius: optional(String.check(Schema.isPattern(/^[0-9a-zA-Z.% ]{1,32}$/))),
  font_family: optional(String.check(Schema.isPattern(/^[0-9a-zA-Z, -]{1,128}$/))),
  font_url: asset,
  light: optional(BrandingPalette),
  dark: optional(BrandingPalette)
}).annotate({ identifier: "BrandingTheme" })

const name = String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,63}$/))
const locale = String.check(Schema.isPattern(/^[a-z]{2,3}(_[A-Z]{2})?$/))
const textOfLocale = String.check(
  Schema.isMinLength(1),
  Schema.isMaxLength(bounds.emailBlock),
  Text.multiLine
)

/** Texts that replace those of mails: by template, block and language. */
export const BrandingEmailBlocks = Record(name, Record(name, Record(locale, textOfLocale)))
  .annotate({ identifier: "BrandingEmailBlocks" })
export type BrandingEmailBlocks = typeof BrandingEmailBlocks.Type

const Content = Struct({
  support: optional(Struct({ email: optional(Email), url, help_center_url: url, status_url: url })),
  legal: optional(Struct({ terms_url: url, privacy_url: url })),
  footer: optional(
    Struct({
      legal_entity: line,
      vat_id: line,
      lines: optional(List(Text.line(bounds.line)).check(Schema.isMaxLength(bounds.footerLines)))
    })
  ),
  /** End of mails. */
  signature: optional(
    String.check(Schema.isMinLength(1), Schema.isMaxLength(bounds.signature), Text.multiLine)
  ),
  email_blocks: optional(BrandingEmailBlocks)
}).annotate({ identifier: "BrandingContent" })

/**
 * Brand of an organization, as it was sent. A member that is absent or null has its default.
 * Source: gaps of the REST specification, "Document".
 */
export const BrandingDocument = Struct({
  /** Version of this format. */
  version: optional(Literal(1)),
  brand: optional(Brand),
  theme: optional(Theme),
  content: optional(Content)
}).annotate({ identifier: "BrandingDocument" })
export type BrandingDocument = typeof BrandingDocument.Type

/** Sign-in of the organization's pages. The platform writes it. */
export const BrandingAuth = Struct({ client_id: String, authority: String }).annotate({ identifier: "BrandingAuth" })
export type BrandingAuth = typeof BrandingAuth.Type

/** Problem of a document that does not prevent its use. */
export const BrandingWarning = Struct({
  type: Schema.Literals([
    "low_contrast",
    "long_text",
    "unknown_email_block",
    "unknown_language",
    "unknown_placeholder"
  ]),
  /** Position in the document. */
  loc: List(Schema.Union([String, Schema.Int])),
  msg: String
}).annotate({ identifier: "BrandingWarning" })
export type BrandingWarning = typeof BrandingWarning.Type

/** Stored document with its warnings. `auth` is absent before the platform wrote it. */
export const StoredBrandingDocument = Struct({
  ...BrandingDocument.fields,
  version: Literal(1),
  auth: Schema.optionalKey(BrandingAuth),
  warnings: List(BrandingWarning)
}).annotate({ identifier: "StoredBrandingDocument" })
export type StoredBrandingDocument = typeof StoredBrandingDocument.Type

/** Number of a version of an organization's document; the first is 1. */
export const BrandingVersionNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))
  .annotate({ identifier: "BrandingVersionNumber" })
export type BrandingVersionNumber = typeof BrandingVersionNumber.Type

/** Author and time of a version of the document. */
export const BrandingVersion = Struct({
  version_number: BrandingVersionNumber,
  performed_by_type: Schema.Literals(["user", "organization", "system"]),
  /** User or organization; null for the platform itself. Keys act as their organization. */
  performed_by_id: Schema.NullOr(String),
  /** Version whose contents were restored. */
  restored_from: Schema.NullOr(BrandingVersionNumber),
  created_on: Instant.Instant
}).annotate({ identifier: "BrandingVersion" })
export type BrandingVersion = typeof BrandingVersion.Type

/** A version with its document. */
export const BrandingVersionContents = Struct({ ...BrandingVersion.fields, document: BrandingDocument })
  .annotate({ identifier: "BrandingVersionContents" })
export type BrandingVersionContents = typeof BrandingVersionContents.Type
