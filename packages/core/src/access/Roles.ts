import { Context, Effect, Layer, Option } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type Actor,
  type CurrentActor,
  inputIssue,
  Instant,
  type InvalidInput,
  limits,
  type OrganizationId,
  type Permission,
  permissions as catalogue,
  refuseInput,
  Text,
  Transaction
} from "../shared/index.ts"
import { BuiltInRoleImmutable, DuplicateRoleName, RoleInUse, RoleNotFound } from "./AccessError.ts"
import { type AuthorizationError, authorize, type PermissionDenied, refuseExceeding } from "./Authorization.ts"
import { RecentCallers } from "./RecentCallers.ts"
import {
  builtInDefinitions,
  type CustomRole,
  describeBuiltIn,
  describeCustom,
  isBuiltIn,
  labelOf,
  type NewRole,
  type RoleDefinition,
  type RolePatch,
  storedPermissions
} from "./Role.ts"
import { RoleStore } from "./RoleStore.ts"
import type { UserPermissions } from "./UserViews.ts"

/**
 * Roles of the caller's organization: the built-in ones, and its own. A suborganization has roles of its own.
 * Source: REST specification, "Role".
 */
export class Roles extends Context.Service<Roles, {
  /**
   * Creates a role. Its label is derived from its name, and is unique in the organization. The caller needs every
   * permission of the role.
   */
  readonly create: (
    input: NewRole
  ) => Effect.Effect<RoleDefinition, AuthorizationError | DuplicateRoleName | InvalidInput, CurrentActor>
  /** The built-in roles, then the custom ones by label. */
  readonly list: Effect.Effect<ReadonlyArray<RoleDefinition>, AuthorizationError, CurrentActor>
  readonly get: (label: string) => Effect.Effect<RoleDefinition, AuthorizationError | RoleNotFound, CurrentActor>
  /**
   * Changes a role for all its holders at once. The label is kept. The caller needs every permission that the role had
   * and that it receives.
   */
  readonly update: (
    label: string,
    patch: RolePatch
  ) => Effect.Effect<
    RoleDefinition,
    AuthorizationError | BuiltInRoleImmutable | DuplicateRoleName | RoleNotFound,
    CurrentActor
  >
  /** Deletes a role without holders. The caller needs every permission of the role. */
  readonly remove: (
    label: string
  ) => Effect.Effect<void, AuthorizationError | BuiltInRoleImmutable | RoleInUse | RoleNotFound, CurrentActor>
  /** All permissions that a role can grant, sorted. */
  readonly permissions: Effect.Effect<UserPermissions, AuthorizationError, CurrentActor>
}>()("@namewright/core/access/Roles") {
  static readonly layer = Layer.effect(
    Roles,
    Effect.gen(function*() {
      const store = yield* RoleStore
      const recent = yield* RecentCallers
      const transaction = yield* Transaction
      const log = yield* makeObjectLog

      /** Locks a role that the caller may change. Requires an open transaction. */
      const locked = Effect.fnUntraced(function*(actor: Actor, label: string) {
        const role = yield* present(label, yield* store.lock(actor.organization_id, label))
        yield* requireNoMore(actor, role.permissions)
        return role
      })

      /** Refuses a role too many, also of concurrent calls. Requires an open transaction. */
      const requireRoom = Effect.fnUntraced(function*(organization: OrganizationId) {
        const { total } = limits.customRoles
        const msg = `Expected at most ${total} custom roles of an organization`
        yield* store.lockCreation(organization)
        const fits = (yield* store.count(organization)) < total
        yield* refuseInput(fits ? [] : [inputIssue(["body", "name"], "too_long", msg, null)])
      })

      const create = Effect.fn("Roles.create")(function*({ description, name, permissions }: NewRole) {
        const actor = yield* authorize("organization:manage")
        const now = yield* Instant.now
        const role: CustomRole = {
          label: labelOf(name),
          name,
          description: Text.orNull(description),
          permissions: storedPermissions(permissions),
          created_on: now,
          updated_on: now
        }
        yield* grantable(actor, role.permissions)
        yield* refuseBuiltInName(name)
        yield* transaction.atomically(Effect.gen(function*() {
          yield* requireRoom(actor.organization_id)
          yield* store.insert(actor.organization_id, role)
          yield* log.record({ ...objectOf(actor, role), action: "CREATED", after: role })
        }))
        return describeCustom(role)
      })

      const list = Effect.gen(function*() {
        const { organization_id } = yield* authorize("organization:read")
        return [...builtInDefinitions, ...(yield* store.list(organization_id)).map(describeCustom)]
      }).pipe(Effect.withSpan("Roles.list"))

      const get = Effect.fn("Roles.get")(function*(label: string) {
        const { organization_id } = yield* authorize("organization:read")
        if (isBuiltIn(label)) return describeBuiltIn(label)
        return describeCustom(yield* present(label, yield* store.find(organization_id, label)))
      })

      const update = Effect.fn("Roles.update")(function*(label: string, patch: RolePatch) {
        const actor = yield* authorize("organization:manage")
        yield* requireCustom(label)
        return yield* transaction.atomically(Effect.gen(function*() {
          const role = yield* locked(actor, label)
          const changed = patched(role, patch, yield* Instant.now)
          yield* grantable(actor, changed.permissions)
          if (changed.name !== role.name) yield* refuseBuiltInName(changed.name)
          yield* store.save(actor.organization_id, changed)
          yield* log.record({ ...objectOf(actor, role), action: "UPDATED", before: role, after: changed })
          yield* recent.forget
          return describeCustom(changed)
        }))
      })

      const remove = Effect.fn("Roles.remove")(function*(label: string) {
        const actor = yield* authorize("organization:manage")
        yield* requireCustom(label)
        yield* transaction.atomically(Effect.gen(function*() {
          const role = yield* locked(actor, label)
          const binding_count = yield* store.countHolders(actor.organization_id, label, yield* Instant.now)
          if (binding_count > 0) return yield* new RoleInUse({ role_name: label, binding_count })
          yield* store.remove(actor.organization_id, label)
          yield* log.record({ ...objectOf(actor, role), action: "DELETED", before: role })
          yield* recent.forget
        }))
      })

      const permissions = Effect.as(authorize("organization:read"), { permissions: catalogue }).pipe(
        Effect.withSpan("Roles.permissions")
      )

      return Roles.of({ create, list, get, update, remove, permissions })
    })
  )
}

const present = (role_name: string, found: Option.Option<CustomRole>) =>
  Option.match(found, {
    onNone: () => Effect.fail(new RoleNotFound({ role_name })),
    onSome: Effect.succeed
  })

/** Object of an entry in the object log: a role has its label as id. */
const objectOf = ({ organization_id }: Actor, { label }: CustomRole) => ({
  organization_id,
  object_type: "ROLE" as const,
  object_id: label
})

const patched = (
  role: CustomRole,
  { description, name, permissions }: RolePatch,
  now: Instant.Instant
): CustomRole => ({
  ...role,
  name: name ?? role.name,
  description: description === undefined ? role.description : Text.orNull(description),
  permissions: permissions ? storedPermissions(permissions) : role.permissions,
  updated_on: now
})

const requireCustom = (label: string): Effect.Effect<void, BuiltInRoleImmutable> =>
  isBuiltIn(label) ? Effect.fail(new BuiltInRoleImmutable({ role_name: label })) : Effect.void

/** Refuses names that a reader could confuse with a built-in role. */
const refuseBuiltInName = (name: string): Effect.Effect<void, DuplicateRoleName> =>
  isBuiltIn(labelOf(name)) ? Effect.fail(new DuplicateRoleName({ role_name: name })) : Effect.void

const grantable = (actor: Actor, rights: ReadonlyArray<Permission>): Effect.Effect<void, PermissionDenied> =>
  refuseExceeding(
    actor,
    new Set(rights),
    (missing) => `A role cannot have more permissions than the caller, who lacks ${missing}`
  )

/** Refuses changes to roles with more permissions, as for users with more permissions. */
const requireNoMore = (actor: Actor, rights: ReadonlyArray<Permission>): Effect.Effect<void, PermissionDenied> =>
  refuseExceeding(
    actor,
    new Set(rights),
    (missing) => `Roles with more permissions cannot be changed; the caller lacks ${missing}`
  )
