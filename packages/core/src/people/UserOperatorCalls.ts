import { Effect, Option, Schema } from "effect"
import {
  AssignRole,
  type AssignRoleInput,
  asSystem,
  asWithRole,
  CreateUser,
  RoleAssignment,
  type RoleAssignmentJson,
  SecondFactorState,
  type User,
  UserId,
  UserNotFound,
  UserOperations,
  Users,
  UserWithRole,
  type UserWithRoleJson
} from "../access/index.ts"
import {
  call,
  type CallOptions,
  type CallsFor,
  type CurrentActor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  limits,
  OrganizationId,
  Text,
  Transaction
} from "../shared/index.ts"
import { UserSessions } from "./UserSessions.ts"

const NewUserOfOrganization = Schema.Struct({
  ...CreateUser.fields,
  /** A built-in role, or the label of a custom one; default `viewer`. */
  role: Schema.optionalKey(AssignRole.fields.role)
})

const NewPassword = Schema.Struct({ password: Schema.RedactedFromValue(Schema.String, { label: "password" }) })

const Login = Text.line({ minimum: 1, maximum: limits.email })

export interface OperatedUserInput extends InputOf<typeof NewUserOfOrganization> {}
export interface NewPasswordInput extends InputOf<typeof NewPassword> {}
export interface SecondFactorStateJson extends JsonOf<typeof SecondFactorState> {}

/** Users of all organizations, for help with their sign-in. */
export interface UserOperatorCalls {
  /**
   * Returns the user with a username, email address or id, in any organization, or `null`.
   *
   * @example
   * const user = await platform.operator.users.find("ada@example.com")
   */
  readonly find: (login: string, options?: CallOptions) => Promise<UserWithRoleJson | null>
  /**
   * Creates a user of an organization. Without a password, the user gets a mail with a link to set one, if the platform has
   * `signInPages`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND, ERROR_ROLE_NOT_FOUND, ERROR_USER_EXISTS
   *
   * @example
   * const { user_id } = await platform.operator.users.create(organization_id, {
   *   username: "ada", email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", locale: "en", role: "admin"
   * })
   */
  readonly create: (
    organization_id: string,
    user: OperatedUserInput,
    options?: CallOptions
  ) => Promise<UserWithRoleJson>
  /**
   * Sends a user without a password the invitation again. Earlier links of the user end.
   *
   * @throws ERROR_RATE_LIMITED, ERROR_USER_CANNOT_BE_INVITED, ERROR_USER_NOT_FOUND
   *
   * @example
   * await platform.operator.users.invite(user_id)
   */
  readonly invite: (user_id: string, options?: CallOptions) => Promise<void>
  /**
   * Sets the password of a user, and ends earlier sessions. Connected programs stay connected.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * await platform.operator.users.setPassword(user_id, { password: "correct horse battery staple" })
   */
  readonly setPassword: (user_id: string, password: NewPasswordInput, options?: CallOptions) => Promise<void>
  /**
   * Returns which second factors a user has, without secrets.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * const { passkeys } = await platform.operator.users.secondFactors(user_id)
   */
  readonly secondFactors: (user_id: string, options?: CallOptions) => Promise<SecondFactorStateJson>
  /**
   * Removes the authenticator, all passkeys and the backup codes of a user who has lost them, and ends earlier sessions.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * await platform.operator.users.removeSecondFactors(user_id)
   */
  readonly removeSecondFactors: (user_id: string, options?: CallOptions) => Promise<void>
  /**
   * Assigns a role to a user, or none. The owner stays the owner: use `makeOwner`.
   *
   * @throws ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE, ERROR_ROLE_NOT_FOUND, ERROR_USER_IS_LAST_ADMIN, ERROR_USER_NOT_FOUND
   *
   * @example
   * await platform.operator.users.assignRole(user_id, { role: "domain_manager" })
   */
  readonly assignRole: (
    user_id: string,
    assignment: AssignRoleInput,
    options?: CallOptions
  ) => Promise<RoleAssignmentJson>
  /**
   * Makes a user the owner of its organization. The owner before becomes an administrator.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * await platform.operator.users.makeOwner(user_id)
   */
  readonly makeOwner: (user_id: string, options?: CallOptions) => Promise<void>
  /**
   * Signs a user out in all browsers. Connected programs stay connected.
   *
   * @throws ERROR_USER_NOT_FOUND
   *
   * @example
   * await platform.operator.users.signOut(user_id)
   */
  readonly signOut: (user_id: string, options?: CallOptions) => Promise<void>
  /**
   * Deletes a user, its sessions, and the keys that programs created for it.
   *
   * @throws ERROR_CANNOT_DELETE_OWNER, ERROR_USER_IS_LAST_ADMIN, ERROR_USER_NOT_FOUND
   *
   * @example
   * await platform.operator.users.remove(user_id)
   */
  readonly remove: (user_id: string, options?: CallOptions) => Promise<void>
}

const byId = inPath("user_id", UserId)

const userOf = Effect.fnUntraced(function*(user_id: UserId) {
  const operations = yield* UserOperations
  return yield* Effect.flatMap(
    operations.find(user_id),
    Option.match({ onNone: () => Effect.fail(new UserNotFound({ user_id })), onSome: Effect.succeed })
  )
})

const onUser = <A, E, R>(
  user_id: UserId,
  work: (operations: UserOperations["Service"], user: User) => Effect.Effect<A, E, R>
) => Effect.flatMap(userOf(user_id), (user) => UserOperations.use((operations) => work(operations, user)))

/** Runs work as the platform itself in the user's organization. */
const asSystemFor = <A, E>(user_id: UserId, work: (users: Users["Service"]) => Effect.Effect<A, E, CurrentActor>) =>
  Effect.flatMap(
    userOf(user_id),
    ({ organization_id }) =>
      Effect.catchTag(asSystem(organization_id, Users.use(work)), "UnknownOrganization", Effect.die)
  )

const create = Effect.fnUntraced(
  function*(organization_id: OrganizationId, { role, ...user }: typeof NewUserOfOrganization.Type) {
    const users = yield* Users
    const transaction = yield* Transaction
    const work = Effect.gen(function*() {
      const { user_id } = yield* users.create(user)
      if (role !== undefined) yield* users.assignRole(user_id, role)
      return asWithRole(yield* userOf(user_id))
    }).pipe(
      // The platform itself changes a user that this transaction has created, and that administers nothing yet.
      Effect.catchTags({
        OnlyOwnerCanManageAdminRole: Effect.die,
        UserIsLastAdmin: Effect.die,
        UserNotFound: Effect.die
      })
    )
    return yield* asSystem(organization_id, transaction.atomically(work))
  }
)

const remove = Effect.fnUntraced(function*(user_id: UserId) {
  const { organization_id } = yield* userOf(user_id)
  const users = yield* Users
  return yield* asSystem(organization_id, users.remove(user_id)).pipe(
    Effect.catchTags({ UnknownOrganization: Effect.die, UserCannotDeleteSelf: Effect.die })
  )
})

export const userOperations = {
  find: call(
    [inPath("login", Login)],
    Schema.NullOr(UserWithRole),
    (login) =>
      Effect.map(
        UserOperations.use((operations) => operations.find(login)),
        (found) => Option.getOrNull(Option.map(found, asWithRole))
      )
  ),
  create: call([inPath("organization_id", OrganizationId), inBody(NewUserOfOrganization)], UserWithRole, create),
  invite: call([byId], Schema.Void, (id) => asSystemFor(id, (users) => users.invite(id))),
  setPassword: call(
    [byId, inBody(NewPassword)],
    Schema.Void,
    (id, { password }) => onUser(id, (operations, user) => operations.setPassword(user, password))
  ),
  secondFactors: call(
    [byId],
    SecondFactorState,
    (id) =>
      onUser(id, (operations, user) =>
        Effect.flatMap(
          operations.secondFactors(user),
          Option.match({
            onNone: () => Effect.fail(new UserNotFound({ user_id: id })),
            onSome: Effect.succeed
          })
        ))
  ),
  removeSecondFactors: call(
    [byId],
    Schema.Void,
    (id) => onUser(id, (operations, user) => operations.removeSecondFactor(user))
  ),
  assignRole: call(
    [byId, inBody(AssignRole)],
    RoleAssignment,
    (id, { role }) => asSystemFor(id, (users) => users.assignRole(id, role))
  ),
  makeOwner: call([byId], Schema.Void, (id) => onUser(id, (operations, user) => operations.makeOwner(user))),
  signOut: call(
    [byId],
    Schema.Void,
    (id) => Effect.andThen(userOf(id), UserSessions.use((sessions) => sessions.endAll(id)))
  ),
  remove: call([byId], Schema.Void, remove)
} satisfies CallsFor<UserOperatorCalls>
