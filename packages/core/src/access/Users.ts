import { Context, Effect, Layer, Option } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type Actor,
  type CurrentActor,
  inputIssue,
  Instant,
  type InvalidInput,
  type Page,
  type PageRequest,
  type Permission,
  refuseInput,
  type Sort,
  Text,
  Transaction
} from "../shared/index.ts"
import { type RoleNotFound, UserExists } from "./AccessError.ts"
import { AccountCurrency } from "./AccountCurrency.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import {
  type AuthorizationError,
  authorize,
  type PermissionDenied,
  refuseExceeding,
  requirePerson,
  requireUser
} from "./Authorization.ts"
import { lockedRights, rightsOfRole } from "./NamedRole.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"
import * as OrganizationScope from "./OrganizationScope.ts"
import * as Password from "./Password.ts"
import { RecentCallers } from "./RecentCallers.ts"
import { RoleStore } from "./RoleStore.ts"
import {
  agentUserIssues,
  type CreateUser,
  type User,
  type UserFilter,
  type UserId,
  type UserPatch,
  type UserSortField
} from "./User.ts"
import { UserCredentialStore } from "./UserCredentialStore.ts"
import {
  type CannotDeleteOwner,
  type OnlyOwnerCanManageAdminRole,
  UserCannotBeInvited,
  type UserCannotDeleteSelf,
  type UserIsLastAdmin,
  UserMailsLimited,
  UserNotFound
} from "./UserError.ts"
import { userCreated, userDeleted, userUpdated } from "./UserLog.ts"
import { UserMails } from "./UserMails.ts"
import { UserProducts } from "./UserProducts.ts"
import { UserStore } from "./UserStore.ts"
import {
  asPublic,
  asWithAttributes,
  asWithRole,
  heldPermissions,
  type RoleAssignment,
  type UserPermissions,
  type UserProfile,
  type UserPublic,
  type UserWithAttributes,
  type UserWithRole
} from "./UserViews.ts"
import {
  acceptAttributes,
  assignmentRefusal,
  deletionRefusal,
  isSelf,
  newUser,
  patched,
  requireNoMore
} from "./UserWriting.ts"

/** Role of a new user. */
const firstRole = "viewer"

/**
 * Users of an organization. A parent can access users of its suborganizations by id.
 * Source: REST specification, "Organizations, roles, attributes, users".
 */
export class Users extends Context.Service<Users, {
  /**
   * Creates a user of the caller's organization, with the role `viewer`. Without a password, the user gets a mail with a link
   * to set one.
   */
  readonly create: (
    input: CreateUser
  ) => Effect.Effect<UserPublic, AuthorizationError | InvalidInput | UserExists, CurrentActor>
  /** Sends a user without a password the invitation again. Earlier links end. */
  readonly invite: (
    id: UserId
  ) => Effect.Effect<
    void,
    AuthorizationError | UserMailsLimited | UserCannotBeInvited | UserNotFound,
    CurrentActor
  >
  readonly list: (
    filter: UserFilter,
    sort: Sort<UserSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<UserWithRole>, AuthorizationError, CurrentActor>
  /** The user with the attributes of these keys; with all attributes if `keys` is absent. */
  readonly get: (
    id: UserId,
    keys?: ReadonlyArray<string>
  ) => Effect.Effect<UserWithAttributes, AuthorizationError | UserNotFound, CurrentActor>
  /** The calling user; requires no permission. */
  readonly me: (
    keys?: ReadonlyArray<string>
  ) => Effect.Effect<UserProfile, PermissionDenied | UserNotFound, CurrentActor>
  /**
   * Merge patch: absent members are unchanged, `null` removes the phone number or attribute. Another email address is
   * confirmed by links in mails first; until then, the user keeps the old one.
   */
  readonly update: (
    id: UserId,
    patch: UserPatch
  ) => Effect.Effect<
    UserWithAttributes,
    AuthorizationError | InvalidInput | UserExists | UserMailsLimited | UserNotFound,
    CurrentActor
  >
  /** Deletes a user, its sessions, and the credentials that programs created for it. */
  readonly remove: (
    id: UserId
  ) => Effect.Effect<
    void,
    AuthorizationError | CannotDeleteOwner | UserCannotDeleteSelf | UserIsLastAdmin | UserNotFound,
    CurrentActor
  >
  readonly permissions: (
    id: UserId
  ) => Effect.Effect<UserPermissions, AuthorizationError | UserNotFound, CurrentActor>
  readonly role: (id: UserId) => Effect.Effect<RoleAssignment, AuthorizationError | UserNotFound, CurrentActor>
  /**
   * Assigns a role, or none. With `instead`, a user who has another role than that is left unchanged. Only persons may
   * do so: programs and keys are refused.
   */
  readonly assignRole: (
    id: UserId,
    role: string | null,
    instead?: string
  ) => Effect.Effect<
    RoleAssignment,
    | AuthorizationError
    | InvalidInput
    | OnlyOwnerCanManageAdminRole
    | RoleNotFound
    | UserIsLastAdmin
    | UserNotFound,
    CurrentActor
  >
}>()("@namewright/core/access/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function*() {
      const store = yield* UserStore
      const credentials = yield* UserCredentialStore
      const apiKeys = yield* ApiKeyStore
      const roles = yield* RoleStore
      const mails = yield* UserMails
      const products = yield* UserProducts
      const directory = yield* OrganizationDirectory
      const currency = yield* AccountCurrency
      const recent = yield* RecentCallers
      const log = yield* makeObjectLog
      const transaction = yield* Transaction
      const hash = yield* Password.hashing

      const visible = Effect.fnUntraced(function*(actor: Actor, user_id: UserId, found: Option.Option<User>) {
        if (Option.isSome(found) && (yield* OrganizationScope.visible(directory, actor, found.value.organization_id))) {
          return found.value
        }
        return yield* new UserNotFound({ user_id })
      })

      const require = (actor: Actor, id: UserId) =>
        Effect.flatMap(store.findById(id), (found) => visible(actor, id, found))

      /** Permissions of a user's role. A deleted role grants none. */
      const rightsOf = ({ organization_id, role }: User): Effect.Effect<ReadonlySet<Permission>> =>
        role === null
          ? Effect.succeed(new Set())
          : Effect.catch(rightsOfRole(roles, organization_id, role), () => Effect.succeed(new Set<Permission>()))

      /** Locks the user and the administrators of its organization. Requires an open transaction. */
      const locked = Effect.fnUntraced(function*(actor: Actor, id: UserId) {
        const { organization_id } = yield* require(actor, id)
        const administrators = yield* store.lockAdministrators(organization_id)
        const user = yield* visible(actor, id, yield* store.lock(id))
        if (!isSelf(actor, user)) yield* requireNoMore(actor, yield* rightsOf(user))
        return { user, administrators }
      })

      const create = Effect.fn("Users.create")(function*(input: CreateUser) {
        const actor = yield* authorize("users:manage")
        yield* grantable(actor, yield* Effect.orDie(rightsOfRole(roles, actor.organization_id, firstRole)))
        if (actor.agent !== undefined) yield* refuseInput(agentUserIssues(input))
        const password = input.password ?? undefined
        const password_hash = password && (yield* hash(password, input, ["body", "password"]))
        const user = yield* newUser(actor.organization_id, input, firstRole)
        yield* transaction.atomically(Effect.gen(function*() {
          yield* store.insert(user)
          yield* log.record(userCreated(user))
          if (password_hash === undefined) yield* mails.invite(user)
          else yield* credentials.setPassword(user.user_id, password_hash, user.created_on)
        }))
        return asPublic(user)
      })

      const invite = Effect.fn("Users.invite")(function*(id: UserId) {
        const actor = yield* authorize("users:manage")
        yield* transaction.atomically(Effect.gen(function*() {
          const { user } = yield* locked(actor, id)
          const stored = yield* credentials.find(id)
          if (Option.exists(stored, ({ password_hash }) => password_hash !== null)) {
            return yield* new UserCannotBeInvited({ user_id: id, reason: "This user has a password already" })
          }
          const outcome = yield* mails.invite(user)
          if (outcome.type === "limited") return yield* new UserMailsLimited({ retry_after: outcome.retry_after })
          if (outcome.type === "unavailable") {
            return yield* new UserCannotBeInvited({
              user_id: id,
              reason: "People set no passwords in this installation"
            })
          }
        }))
      })

      const list: Users["Service"]["list"] = Effect.fn("Users.list")(function*(filter, sort, page) {
        const actor = yield* authorize("users:read")
        const found = yield* store.page(actor.organization_id, filter, sort, page)
        return { ...found, items: found.items.map(asWithRole) }
      })

      const get = Effect.fn("Users.get")(function*(id: UserId, keys?: ReadonlyArray<string>) {
        const actor = yield* authorize("users:read")
        return asWithAttributes(yield* require(actor, id), keys)
      })

      const me = Effect.fn("Users.me")(function*(keys?: ReadonlyArray<string>) {
        const { actor, user_id } = yield* requireUser
        const user = yield* require(actor, user_id)
        return {
          ...asWithAttributes(user, keys),
          role: user.role,
          // A program acts with the rights of a role, never with the products of its user.
          permissions: heldPermissions(
            actor.permissions,
            actor.agent === undefined ? yield* products.granted(user_id) : []
          ),
          organization: {
            currency: yield* currency.of(user.organization_id),
            parent_organization_id: actor.parent_organization_id
          }
        }
      })

      /** True if the address of a patch is confirmed by mail first. Addresses that differ in case are the same. */
      const awaitsConfirmation = Effect.fnUntraced(function*(
        actor: Actor,
        user: User,
        email: string | null | undefined
      ) {
        if (email === undefined || email === null || Text.foldCase(email) === Text.foldCase(user.email)) return false
        const holder = yield* credentials.findByLogin(email)
        if (Option.exists(holder, (found) => found.user.user_id !== user.user_id)) {
          return yield* new UserExists({ username: user.username })
        }
        const outcome = yield* mails.changeAddress(user, email, mayReplaceAddress(actor, user) ? "new" : "both")
        if (outcome.type === "limited") return yield* new UserMailsLimited({ retry_after: outcome.retry_after })
        return outcome.type === "pending"
      })

      /** Invites a user without a password at its new address. */
      const inviteAgain = Effect.fnUntraced(function*(user: User) {
        const stored = yield* credentials.find(user.user_id)
        if (Option.exists(stored, ({ password_hash }) => password_hash === null)) yield* mails.invite(user)
      })

      const update = Effect.fn("Users.update")(function*(id: UserId, patch: UserPatch) {
        const actor = yield* authorize("users:manage")
        return yield* transaction.atomically(Effect.gen(function*() {
          const { user } = yield* locked(actor, id)
          const isPending = yield* awaitsConfirmation(actor, user, patch.email)
          const changed = patched(user, isPending ? { ...patch, email: null } : patch, yield* Instant.now)
          yield* acceptAttributes(changed)
          yield* store.update(changed)
          if (changed.email !== user.email) yield* inviteAgain(changed)
          yield* log.record(userUpdated(user, changed))
          return asWithAttributes(changed, undefined)
        }))
      })

      const remove = Effect.fn("Users.remove")(function*(id: UserId) {
        const actor = yield* authorize("users:delete")
        yield* transaction.atomically(Effect.gen(function*() {
          const { administrators, user } = yield* locked(actor, id)
          const refusal = deletionRefusal(actor, user, administrators)
          if (refusal !== undefined) return yield* refusal
          yield* store.remove(id)
          yield* products.forget(id)
          yield* log.record(userDeleted(user))
          yield* apiKeys.revokeOfAgent(id, undefined, yield* Instant.now)
          yield* recent.forget
        }))
      })

      const permissions = Effect.fn("Users.permissions")(function*(id: UserId) {
        const actor = yield* authorize("users:read")
        const rights = yield* rightsOf(yield* require(actor, id))
        return { permissions: heldPermissions(rights, yield* products.granted(id)) }
      })

      const role = Effect.fn("Users.role")(function*(id: UserId) {
        const actor = yield* authorize("users:read")
        return { role: (yield* require(actor, id)).role }
      })

      const assignRole = Effect.fn("Users.assignRole")(function*(id: UserId, wanted: string | null, instead?: string) {
        const actor = yield* authorize("users:manage")
        yield* requirePerson(actor)
        yield* acceptRole(wanted)
        return yield* transaction.atomically(Effect.gen(function*() {
          const { administrators, user } = yield* locked(actor, id)
          if (user.role === wanted || user.role !== (instead ?? user.role)) return { role: user.role }
          const refusal = assignmentRefusal(actor, user, wanted, administrators)
          if (refusal !== undefined) return yield* refusal
          if (wanted !== null) {
            yield* grantable(actor, yield* lockedRights(roles, user.organization_id, wanted))
          }
          const changed = { ...user, role: wanted, updated_on: yield* Instant.now }
          yield* Effect.catchTag(store.update(changed), "UserExists", Effect.die)
          yield* log.record(userUpdated(user, changed))
          yield* recent.forget
          return { role: wanted }
        }))
      })

      return Users.of({ create, invite, list, get, me, update, remove, permissions, role, assignRole })
    })
  )
}

/**
 * True if the old address need not confirm a new one, because it may be lost. With the address of the owner an administrator
 * would take over the organization, which only the operator may give to another person.
 */
const mayReplaceAddress = (actor: Actor, user: User): boolean =>
  actor.principal.type === "system" || !(isSelf(actor, user) || user.role === "owner")

const acceptRole = (role: string | null): Effect.Effect<void, InvalidInput> =>
  refuseInput(
    role === "owner" ? [inputIssue(["body", "role"], "value_error", "The role owner cannot be assigned", role)] : []
  )

/** Refuses permissions that the caller lacks. */
const grantable = (actor: Actor, rights: ReadonlySet<Permission>): Effect.Effect<void, PermissionDenied> =>
  refuseExceeding(
    actor,
    rights,
    (missing) => `A caller cannot grant permissions that it lacks: ${missing}`
  )
