import { Effect } from "effect"
import { permissionsOf, RoleStore, type User, UserStore } from "../access/index.ts"
import { effective, type OrganizationId, type Permission } from "../shared/index.ts"

/** People who get a mail about one event of an organization, the oldest users first. */
const maximumRecipients = 20

/** Users of an organization whose role includes a permission, as recipients of mails. */
export const makePermittedUsers = Effect.gen(function*() {
  const roles = yield* RoleStore
  const users = yield* UserStore

  return Effect.fnUntraced(function*(organization: OrganizationId, permission: Permission) {
    const custom = new Map((yield* roles.list(organization)).map((role) => [role.label, role.permissions]))
    const isPermitted = ({ role }: User) =>
      role !== null && effective(permissionsOf(role, custom.get(role) ?? null)).includes(permission)
    return (yield* users.list(organization)).filter(isPermitted).slice(0, maximumRecipients)
  })
})
