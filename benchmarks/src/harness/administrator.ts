import { type Actor, type OrganizationId, permissions } from "@namewright/core/shared"

/** Actor with all permissions of an organization. */
export const administrator = (organization_id: OrganizationId): Actor => ({
  principal: { type: "system" },
  organization_id,
  parent_organization_id: null,
  organization_active: true,
  role: "admin",
  permissions: new Set(permissions)
})
