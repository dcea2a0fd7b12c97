import { commandForms } from "@namewright/core/embed"
import type { BulkTemplate } from "@namewright/core/jobs"

/** Templates of all commands for agents, in the order of the specification. */
export const bulkTemplates = commandForms.flatMap((form): ReadonlyArray<BulkTemplate> =>
  form.template === undefined ? [] : [form.template]
)

/** Template of this type; undefined if no command has it. */
export const bulkTemplate = (templateType: string): BulkTemplate | undefined =>
  bulkTemplates.find((one) => one.templateType === templateType)
