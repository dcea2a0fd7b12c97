import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = {
  createHost: { body: { hostname: "ns1.example.com", ip_addresses: ["9.9.9.9"] } },
  replaceHost: { body: { ip_addresses: ["9.9.9.9"] } }
}
