import { Schema, Struct } from "effect"
import { effective, Money, OrganizationId, Permission } from "../shared/index.ts"
import { RoleReference } from "./Role.ts"
import { User } from "./User.ts"

const shown = [
  "user_id",
  "organization_id",
  "username",
  "email",
  "first_name",
  "last_name",
  "locale",
  "phone",
  "created_on",
  "updated_on"
] as const

const fields = {
  ...Struct.pick(User.fields, shown),
  /** Always `active`, because deleted users are not returned. */
  status: Schema.Literal("active")
}

const role = Schema.NullOr(RoleReference)

/** Public view of a user. Source: REST specification, "Organizations, roles, attributes, users". */
export const UserPublic = Schema.Struct(fields).annotate({ identifier: "UserPublic" })
export type UserPublic = typeof UserPublic.Type

export const UserWithRole = Schema.Struct({ ...fields, role }).annotate({ identifier: "UserPublicWithRole" })
export type UserWithRole = typeof UserWithRole.Type

export const UserWithAttributes = Schema.Struct({ ...fields, user_attributes: User.fields.user_attributes })
  .annotate({ identifier: "UserPublicWithAttributes" })
export type UserWithAttributes = typeof UserWithAttributes.Type

/** Permission of a product that the operator granted to one user; roles cannot grant it. */
const ProductPermission = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]*:(read|manage)$/)
).annotate({ identifier: "ProductPermission" })

const HeldPermissions = Schema.Array(Schema.Union([Permission, ProductPermission]))

/** The calling user, with all permissions. */
export const UserProfile = Schema.Struct({
  ...UserWithAttributes.fields,
  role,
  permissions: HeldPermissions,
  organization: Schema.Struct({
    /** Currency of the organization's own balance. Null only if a parent pays. */
    currency: Schema.NullOr(Money.Currency),
    parent_organization_id: Schema.NullOr(OrganizationId)
  }).annotate({ identifier: "UserOrganizationMeta" })
}).annotate({ identifier: "UserProfile" })
export type UserProfile = typeof UserProfile.Type

/** Permissions of a user, or of roles, sorted. */
export const UserPermissions = Schema.Struct({ permissions: HeldPermissions })
  .annotate({ identifier: "PublicPermissionSet" })
export type UserPermissions = typeof UserPermissions.Type

/** The role of a user; null for none. */
export const RoleAssignment = Schema.Struct({ role }).annotate({ identifier: "PublicRoleAssignment" })
export type RoleAssignment = typeof RoleAssignment.Type

/** The role of a user for older clients, which know lists of roles. */
export const RoleRelations = Schema.Struct({ relations: Schema.Array(RoleReference) })
  .annotate({ identifier: "RoleRelations" })
export type RoleRelations = typeof RoleRelations.Type

export const asRelations = (assigned: RoleAssignment): RoleRelations => ({
  relations: assigned.role === null ? [] : [assigned.role]
})

/** Permissions of a user: those of its role and of its products, sorted. */
export const heldPermissions = (
  ofRole: ReadonlySet<Permission>,
  products: ReadonlyArray<string>
): ReadonlyArray<string> =>
  [...effective(ofRole), ...products.flatMap((product) => [`${product}:manage`, `${product}:read`])].toSorted()

export const asPublic = (user: User): UserPublic => ({ ...Struct.pick(user, shown), status: "active" })

export const asWithRole = (user: User): UserWithRole => ({ ...asPublic(user), role: user.role })

/** View with the attributes of these keys; all of them if `keys` is absent. */
export const asWithAttributes = (user: User, keys: ReadonlyArray<string> | undefined): UserWithAttributes => ({
  ...asPublic(user),
  user_attributes: keys === undefined
    ? user.user_attributes
    : Object.fromEntries(Object.entries(user.user_attributes).filter(([key]) => keys.includes(key)))
})
