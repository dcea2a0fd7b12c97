import { type OrganizationId, type Principal, principalReference } from "../shared/index.ts"
import type { Performer } from "./ObjectLogEntry.ts"

/** Who acts, as the archive shows it: API keys act as their organization. */
export const performerOf = (
  principal: Principal,
  organization: OrganizationId
): { readonly performed_by_type: Performer; readonly performed_by_id: string | null } =>
  principal.type === "api_key"
    ? { performed_by_type: "organization", performed_by_id: organization }
    : {
      performed_by_type: principal.type === "system" ? "system" : "user",
      performed_by_id: principalReference(principal)
    }
