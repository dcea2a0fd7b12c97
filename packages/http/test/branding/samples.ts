import type { OperationSamples } from "../platform/operationSamples.ts"

const body = { brand: { name: "Example Hosting" }, theme: { light: { primary: "#0b5fff" } } }

export const samples: OperationSamples = {
  replaceBrandingDocument: { body },
  saveBrandingDocument: { body },
  previewBrandingEmail: { body: { template_name: "user_invitation", language_code: "de", branding_document: body } }
}
