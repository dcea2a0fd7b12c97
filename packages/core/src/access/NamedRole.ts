import { Effect, Option } from "effect"
import type { OrganizationId, Permission } from "../shared/index.ts"
import { RoleNotFound } from "./AccessError.ts"
import { isBuiltIn, permissionsOf } from "./Role.ts"
import type { RoleStore } from "./RoleStore.ts"

/** Permissions of a role in an organization: a built-in one by its name, a custom one by its label. */
export const rightsOfRole = Effect.fnUntraced(function*(
  roles: RoleStore["Service"],
  organization: OrganizationId,
  role: string
): Effect.fn.Return<ReadonlySet<Permission>, RoleNotFound> {
  if (isBuiltIn(role)) return permissionsOf(role, null)
  const found = yield* roles.find(organization, role)
  if (Option.isNone(found)) return yield* new RoleNotFound({ role_name: role })
  return permissionsOf(role, found.value.permissions)
})
