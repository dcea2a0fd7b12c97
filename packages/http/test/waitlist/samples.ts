import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = { applyForProduct: { body: { note: "For our support team" } } }
