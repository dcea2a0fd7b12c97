import type { UserId } from "@namewright/core/access"
import type { OrganizationId, Permission } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { userBody } from "./userBody.ts"

let made = 0

export interface CallerOptions {
  readonly of?: OrganizationId
  readonly rights?: ReadonlyArray<Permission>
  /** Role of the caller. Default: `admin`. */
  readonly role?: string
  readonly user_id?: UserId
}

/**
 * Calls the platform as a user of the organization. Default: a new user of a new organization. The user is stored
 * unless `user_id` is given.
 */
export const personCaller = Effect.fnUntraced(function*({ of, rights, role, user_id }: CallerOptions = {}) {
  const { fetch, organization, person } = yield* TestPlatform
  const owner = of ?? (yield* organization())
  const token = yield* person(owner, { rights, role, user_id })
  return Object.assign(
    (method: string, path: string, body?: unknown) => fetch(method, path, body, { token }),
    { organization: owner }
  )
})

/** Stored user of the caller's organization with this role. `call` must be an owner's. */
export const storedUser = Effect.fnUntraced(function*(
  call: Effect.Success<ReturnType<typeof personCaller>>,
  given: { readonly role?: string; readonly [field: string]: unknown } = {}
) {
  const { role, ...fields } = given
  const { body } = yield* call("POST", "/v1/users", userBody(`user-${++made}`, fields))
  if (role !== undefined) yield* call("PUT", `/v1/users/${body.user_id}/role`, { role })
  return body
})

/** Administrators of a new suborganization without an owner; `parent` is the owner of the parent organization. */
export const administratorsBelow = Effect.fnUntraced(function*(
  parent: Effect.Success<ReturnType<typeof personCaller>>,
  count: number
) {
  const { organization } = yield* TestPlatform
  const call = yield* caller({ of: yield* organization({ parent: parent.organization }) })
  const users = yield* Effect.replicateEffect(storedUser(call), count)
  yield* Effect.forEach(users, ({ user_id }) => parent("PUT", `/v1/users/${user_id}/role`, { role: "admin" }))
  return users
})

/** Id of no user. */
export const unknownUser = "user_01h455vb4pex5vsknk084sn02q"
