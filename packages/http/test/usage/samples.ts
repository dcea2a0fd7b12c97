import type { OperationSamples } from "../platform/operationSamples.ts"

const query = "?start_date=2026-01-01&end_date=2026-01-31"

export const samples: OperationSamples = { getUsageSeries: { query }, getUsageSummary: { query } }
