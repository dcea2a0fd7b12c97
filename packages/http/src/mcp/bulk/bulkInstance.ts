import type { BulkTemplate } from "@namewright/core/jobs"
import type { Json } from "../Tool.ts"
import type { SelectedDomain } from "./resolveSelector.ts"

/** Prefix of a domain's name in a hostname: a wildcard label or none. */
export type HostnamePrefix = "" | "*."

/** Instance of a bulk command for a domain. Source: MCP specification, "Bulk template types". */
export const bulkInstance = (
  { key }: Pick<BulkTemplate, "key">,
  { domain_id, name }: SelectedDomain,
  prefix: HostnamePrefix = ""
): Json => {
  switch (key) {
    case "domain_id":
      return { domain_id }
    case "hostname":
      return { hostname: `${prefix}${name}` }
    default:
      return { [key]: name }
  }
}
