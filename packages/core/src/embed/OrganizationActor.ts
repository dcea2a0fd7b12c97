import { Effect, Option, Schema } from "effect"
import {
  isBuiltIn,
  OrganizationDirectory,
  permissionsOf,
  RoleNotFound,
  RoleStore,
  UnknownOrganization
} from "../access/index.ts"
import { type Actor, inputIssue, InvalidInput, OrganizationId } from "../shared/index.ts"

const isOrganizationId = Schema.is(OrganizationId)

/** Actor for an organization and one of its roles, for hosts that authenticate their callers. */
export const actorOf = Effect.fnUntraced(function*(
  organization_id: string,
  role: string
): Effect.fn.Return<
  Actor,
  InvalidInput | RoleNotFound | UnknownOrganization,
  OrganizationDirectory | RoleStore
> {
  if (!isOrganizationId(organization_id)) {
    const issue = inputIssue(
      ["organization_id"],
      "typeid_parsing",
      "Expected the id of an organization",
      organization_id
    )
    return yield* new InvalidInput({ issues: [issue] })
  }
  const directory = yield* OrganizationDirectory
  const found = yield* directory.find(organization_id)
  if (Option.isNone(found)) return yield* new UnknownOrganization({ organization_id })
  return {
    principal: { type: "system" },
    organization_id,
    parent_organization_id: found.value.parent_organization_id,
    organization_active: found.value.active,
    role,
    permissions: permissionsOf(role, yield* customRights(organization_id, role))
  }
})

const customRights = Effect.fnUntraced(function*(organization: OrganizationId, role: string) {
  if (isBuiltIn(role)) return null
  const found = yield* Effect.flatMap(RoleStore, (roles) => roles.find(organization, role))
  return Option.isSome(found) ? found.value.permissions : yield* new RoleNotFound({ role_name: role })
})
