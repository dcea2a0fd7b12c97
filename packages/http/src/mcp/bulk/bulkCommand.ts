import { bulkInstance } from "./bulkInstance.ts"
import type { BulkRequest } from "./bulkRequest.ts"
import type { SelectedDomain } from "./resolveSelector.ts"

/**
 * Command of `POST /v1/jobs` for a change of all domains. The operations of a patch are in the template, which applies
 * to every instance, so the text is a thousandth as long.
 */
export const bulkCommand = (
  { members, prefix, template }: BulkRequest,
  domains: ReadonlyArray<SelectedDomain>
) => ({
  command: template.templateType,
  payload: { template: members, instances: domains.map((domain) => bulkInstance(template, domain, prefix)) }
})
