import type { OperationSamples } from "../platform/operationSamples.ts"
import { contactBody } from "./contactBody.ts"

export const samples: OperationSamples = {
  createContact: { body: contactBody }
}
