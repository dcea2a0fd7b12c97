import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

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
