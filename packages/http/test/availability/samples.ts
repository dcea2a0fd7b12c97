import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = {
  suggestDomains: { query: "?query=new" },
  checkAvailability: { query: "?domains=new.com" },
  streamAvailability: { body: { domains: ["new.com"] } },
  streamAvailabilityOfQuery: { query: "?domains=new.com" }
}
