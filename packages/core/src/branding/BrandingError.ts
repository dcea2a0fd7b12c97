import { Schema } from "effect"
import { CodedError, limits } from "../shared/index.ts"

/** The platform sends no mail with this name. */
export class BrandingEmailNotFound extends CodedError<BrandingEmailNotFound>()("BrandingEmailNotFound", {
  code: "ERROR_WHITELABEL_EMAIL_NOT_FOUND",
  fields: { template_name: Schema.String },
  message: ({ template_name }) => `There is no mail template ${template_name}`
}) {}

/** The organization's document has no such version, or not any more. */
export class BrandingVersionNotFound extends CodedError<BrandingVersionNotFound>()("BrandingVersionNotFound", {
  code: "ERROR_WHITELABEL_VERSION_NOT_FOUND",
  fields: { version_number: Schema.Int },
  message: ({ version_number }) => `The branding document has no version ${version_number}`
}) {}

/** The organization has no such asset. */
export class BrandingAssetNotFound extends CodedError<BrandingAssetNotFound>()("BrandingAssetNotFound", {
  code: "ERROR_WHITELABEL_ASSET_NOT_FOUND",
  fields: { asset_id: Schema.String },
  message: ({ asset_id }) => `No asset ${asset_id}`
}) {}

/** The branding document refers to the asset. */
export class BrandingAssetInUse extends CodedError<BrandingAssetInUse>()("BrandingAssetInUse", {
  code: "ERROR_WHITELABEL_ASSET_IN_USE",
  fields: { asset_id: Schema.String },
  message: ({ asset_id }) => `The branding document refers to ${asset_id}`
}) {}

/** The organization has as many assets as it can have. */
export class BrandingAssetLimit extends CodedError<BrandingAssetLimit>()("BrandingAssetLimit", {
  code: "ERROR_WHITELABEL_ASSET_LIMIT",
  fields: {},
  message: `An organization has at most ${limits.branding.assets} assets`
}) {}

/** The file has more than 5 MB. */
export class BrandingAssetTooLarge extends CodedError<BrandingAssetTooLarge>()("BrandingAssetTooLarge", {
  code: "ERROR_WHITELABEL_ASSET_TOO_LARGE",
  fields: {},
  message: `An asset has at most ${limits.branding.assetBytes} bytes`
}) {}

/** The bytes are those of no supported type. */
export class BrandingAssetTypeNotSupported
  extends CodedError<BrandingAssetTypeNotSupported>()("BrandingAssetTypeNotSupported", {
    code: "ERROR_WHITELABEL_ASSET_TYPE_NOT_SUPPORTED",
    fields: {},
    message: "The file is no PNG, JPEG, SVG, WebP, ICO, WOFF or WOFF2"
  })
{}

/** The SVG cannot be made safe without changing its appearance, or is malformed. */
export class BrandingSvgRefused extends CodedError<BrandingSvgRefused>()("BrandingSvgRefused", {
  code: "ERROR_WHITELABEL_SVG_REFUSED",
  fields: { reason: Schema.String },
  message: ({ reason }) => `The SVG is refused: ${reason}`
}) {}
