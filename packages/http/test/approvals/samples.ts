import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = {
  replaceAgentPolicy: { body: { require_web_approval: false, daily_spend_limit: null, read_only: false } }
}
