import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** The organization's document has no such version, or not any more. */
export class BrandingVersionNotFound extends CodedError<BrandingVersionNotFound>()("BrandingVersionNotFound", {
  code: "ERROR_WHITELABEL_VERSION_NOT_FOUND",
  fields: { version_number: Schema.Int },
  message: ({ version_number }) => `The branding document has no version ${version_number}`
}) {}
