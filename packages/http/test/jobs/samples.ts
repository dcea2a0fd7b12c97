import { contactBody } from "../contacts/contactBody.ts"
import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = {
  submitBatch: { body: { commands: [{ command: "contact_create", payload: contactBody }] } }
}
