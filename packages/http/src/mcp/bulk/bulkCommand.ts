import { bulkInstance } from "./bulkInstance.ts"
import type { BulkRequest } from "./bulkRequest.ts"
import type { SelectedDomain } from "./resolveSelector.ts"

/**
 * The command that makes a change to all domains, as `POST /v1/jobs` takes it. The operations of a patch stay in the
 * template, from which every instance gets them: a thousandth of the text.
 */
export const bulkCommand = (
  { members, prefix, template }: BulkRequest,
  domains: ReadonlyArray<SelectedDomain>
) => ({
  command: template.templateType,
  payload: { template: members, instances: domains.map((domain) => bulkInstance(template, domain, prefix)) }
})
