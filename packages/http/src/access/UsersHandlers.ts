import { asRelations, Users } from "@namewright/core/access"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { UsersApi } from "./UsersApi.ts"

export const layer = group(
  UsersApi,
  Effect.fnUntraced(function*(handlers) {
    const users = yield* Users
    return handlers.handleAll({
      listUsers: ({ query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(users.list(filter, { by: sort_by, order: sort_order }, { page, page_size }), toProblem),
      createUser: ({ payload }) => Effect.mapError(users.create(payload), toProblem),
      getCurrentUser: ({ query }) => Effect.mapError(users.me(query.attributes), toProblem),
      getUser: ({ params, query }) => Effect.mapError(users.get(params.user_id, query.attributes), toProblem),
      updateUser: ({ params, payload }) => Effect.mapError(users.update(params.user_id, payload), toProblem),
      deleteUser: ({ params }) => Effect.mapError(users.remove(params.user_id), toProblem),
      inviteUser: ({ params }) => Effect.mapError(users.invite(params.user_id), toProblem),
      getUserPermissions: ({ params }) => Effect.mapError(users.permissions(params.user_id), toProblem),
      getUserRole: ({ params }) => Effect.mapError(users.role(params.user_id), toProblem),
      assignUserRole: ({ params, payload }) =>
        Effect.mapError(users.assignRole(params.user_id, payload.role), toProblem),
      listUserRoles: ({ params }) => Effect.mapError(Effect.map(users.role(params.user_id), asRelations), toProblem),
      changeUserRoles: ({ params, payload: { add, remove } }) =>
        Effect.mapError(
          Effect.map(users.assignRole(params.user_id, add?.[0] ?? null, remove?.[0]), asRelations),
          toProblem
        )
    })
  })
)
