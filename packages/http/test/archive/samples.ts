import type { OperationSamples } from "../platform/operationSamples.ts"

// Without the requests for the history itself, of which every one adds another.
export const samples: OperationSamples = { listRequestHistory: { query: "?path=/v1/domains" } }
