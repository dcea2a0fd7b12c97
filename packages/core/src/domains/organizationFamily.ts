import { Effect } from "effect"
import type { OrganizationStore } from "../organizations/index.ts"
import { type Actor, limits } from "../shared/index.ts"

/**
 * The caller's organization, first, and its suborganizations, the oldest first: those whose domains the summary and the
 * statistics count. Restricted callers have their own organization only.
 */
export const organizationFamily = Effect.fnUntraced(function*(
  organizations: OrganizationStore["Service"],
  { organization_id, parent_organization_id, scope: restriction }: Actor
) {
  const isFamily = parent_organization_id === null && restriction === undefined
  const scope = isFamily ? { family: organization_id } : { organization: organization_id }
  const { items } = yield* organizations.list(scope, {}, { by: "created_on", order: "asc" }, {
    page: 1,
    page_size: limits.summaryOrganizations
  })
  const own = items.filter((organization) => organization.organization_id === organization_id)
  return [...own, ...items.filter((organization) => organization.organization_id !== organization_id)]
})
