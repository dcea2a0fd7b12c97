import { type Actor, type OrganizationId, permissions } from "@namewright/core/shared"

/** A caller that holds every right in its organization. */
export const administrator = (organization_id: OrganizationId): Actor => ({
  principal: { type: "api_key", id: "test_key" },
  organization_id,
  parent_organization_id: null,
  organization_active: true,
  role: "admin",
  permissions: new Set(permissions)
})
