import { Schema } from "effect"
import { call, type CallOptions, type CallsFor, inBody, inPath, type InputOf, type JsonOf } from "../shared/index.ts"
import { NewRole, RoleDefinition, RoleLabel, RolePatch } from "./Role.ts"
import { Roles } from "./Roles.ts"
import type { UserPermissionsJson } from "./UserCalls.ts"
import { UserPermissions } from "./UserViews.ts"

export interface RoleJson extends JsonOf<typeof RoleDefinition> {}
export interface NewRoleInput extends InputOf<typeof NewRole> {}
export interface RolePatchInput extends InputOf<typeof RolePatch> {}

/** Roles of the organization: sets of rights that users and API keys have. */
export interface RoleCalls {
  /**
   * Creates a role. Its label, by which it is assigned, is derived from its name. The caller needs every right that the
   * role has.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_DUPLICATE_ROLE_NAME
   *
   * @example
   * const { label } = await caller.roles.create({ name: "DNS reader", permissions: ["dns:read"] })
   */
  readonly create: (role: NewRoleInput, options?: CallOptions) => Promise<RoleJson>
  /**
   * Returns all roles: the built-in ones, then those of the organization by label.
   *
   * Rights: `organization:read`.
   *
   * @example
   * for (const { label, built_in } of await caller.roles.list()) console.log(label, built_in)
   */
  readonly list: (options?: CallOptions) => Promise<ReadonlyArray<RoleJson>>
  /**
   * Returns a role.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_ROLE_NOT_FOUND
   *
   * @example
   * const { permissions } = await caller.roles.get("dns_reader")
   */
  readonly get: (label: string, options?: CallOptions) => Promise<RoleJson>
  /**
   * Changes a role for all its holders at once. Absent members are unchanged; `permissions` replaces the whole list. The
   * label stays the same. The caller needs every right that the role has before and after.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_BUILT_IN_ROLE_IMMUTABLE, ERROR_DUPLICATE_ROLE_NAME, ERROR_ROLE_NOT_FOUND
   *
   * @example
   * await caller.roles.update("dns_reader", { permissions: ["dns:read", "domains:read"] })
   */
  readonly update: (label: string, changes: RolePatchInput, options?: CallOptions) => Promise<RoleJson>
  /**
   * Deletes a role that no user and no usable key has.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_BUILT_IN_ROLE_IMMUTABLE, ERROR_ROLE_IN_USE, ERROR_ROLE_NOT_FOUND
   *
   * @example
   * await caller.roles.remove("dns_reader")
   */
  readonly remove: (label: string, options?: CallOptions) => Promise<void>
  /**
   * Returns all rights that a role can have.
   *
   * Rights: `organization:read`.
   *
   * @example
   * const { permissions } = await caller.roles.permissions()
   */
  readonly permissions: (options?: CallOptions) => Promise<UserPermissionsJson>
}

const byLabel = inPath("label", RoleLabel)

export const roleCalls = {
  create: call([inBody(NewRole)], RoleDefinition, (role) => Roles.use((roles) => roles.create(role))),
  list: call([], Schema.Array(RoleDefinition), () => Roles.use((roles) => roles.list)),
  get: call([byLabel], RoleDefinition, (label) => Roles.use((roles) => roles.get(label))),
  update: call(
    [byLabel, inBody(RolePatch)],
    RoleDefinition,
    (label, changes) => Roles.use((roles) => roles.update(label, changes))
  ),
  remove: call([byLabel], Schema.Void, (label) => Roles.use((roles) => roles.remove(label))),
  permissions: call([], UserPermissions, () => Roles.use((roles) => roles.permissions))
} satisfies CallsFor<RoleCalls>
