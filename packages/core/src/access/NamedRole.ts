import { Effect, Option } from "effect"
import type { OrganizationId, Permission } from "../shared/index.ts"
import { RoleNotFound } from "./AccessError.ts"
import { isBuiltIn, permissionsOf } from "./Role.ts"
import type { RoleStore } from "./RoleStore.ts"

const rightsBy = (read: "find" | "lock") =>
  Effect.fnUntraced(function*(
    roles: RoleStore["Service"],
    organization: OrganizationId,
    role: string
  ): Effect.fn.Return<ReadonlySet<Permission>, RoleNotFound> {
    if (isBuiltIn(role)) return permissionsOf(role, null)
    const found = yield* roles[read](organization, role)
    if (Option.isNone(found)) return yield* new RoleNotFound({ role_name: role })
    return permissionsOf(role, found.value.permissions)
  })

/** Permissions of a role in an organization: a built-in one by its name, a custom one by its label. */
export const rightsOfRole = rightsBy("find")

/**
 * The same for a role that a user or key receives. A custom role is locked until the transaction ends, so that it is
 * neither changed nor deleted before its holder is stored. Requires an open transaction.
 */
export const lockedRights = rightsBy("lock")
