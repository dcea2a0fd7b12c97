import { Roles } from "@namewright/core/access"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { RolesApi } from "./RolesApi.ts"

export const layer = group(
  RolesApi,
  Effect.fnUntraced(function*(handlers) {
    const roles = yield* Roles
    return handlers.handleAll({
      listRolePermissions: () => Effect.mapError(roles.permissions, toProblem),
      listRoles: () => Effect.mapError(roles.list, toProblem),
      createRole: ({ payload }) => Effect.mapError(roles.create(payload), toProblem),
      getRole: ({ params }) => Effect.mapError(roles.get(params.label), toProblem),
      updateRole: ({ params, payload }) => Effect.mapError(roles.update(params.label, payload), toProblem),
      deleteRole: ({ params }) => Effect.mapError(roles.remove(params.label), toProblem)
    })
  })
)
