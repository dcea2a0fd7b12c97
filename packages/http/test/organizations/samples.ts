import type { OperationSamples } from "../platform/operationSamples.ts"

export const samples: OperationSamples = {
  createOrganization: { body: { name: "Example" } },
  updateOrganization: { body: { city: "Berlin" } },
  updateOrganizationLimits: { body: { domains: 10 } },
  updateOwnAttributes: { body: [] },
  updateAttributes: { body: [] },
  updateAttributesSwapped: { body: [] }
}
