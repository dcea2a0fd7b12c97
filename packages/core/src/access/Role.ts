import { Schema } from "effect"
import { Instant, limits, optional, Permission, permissions, Text } from "../shared/index.ts"

const scopes = <const R extends string, const S extends string>(resources: ReadonlyArray<R>, of: ReadonlyArray<S>) =>
  resources.flatMap((resource) => of.map((scope) => `${resource}:${scope}` as const))

const forwarding = ["email_forwards", "domain_forwards"] as const
const everyScope = ["read", "manage", "delete"] as const

/**
 * Built-in roles of every organization, which cannot be changed. `owner` is set when an organization is created, and
 * never assigned. Source: REST specification, "Role".
 */
export const builtInRoles = {
  owner: { name: "Owner", description: "Full access; set when the organization is created", permissions },
  admin: { name: "Admin", description: "Full access to everything in the organization", permissions },
  viewer: {
    name: "Viewer",
    description: "Reads domains, DNS, contacts, hosts, forwarding, parking, events, jobs and users",
    permissions: scopes(
      ["domains", "dns", "contacts", "hosts", ...forwarding, "parking", "events", "jobs", "users"],
      ["read"]
    )
  },
  domain_manager: {
    name: "Domain manager",
    description: "Reads, manages and deletes domains and what belongs to them",
    permissions: [
      ...scopes(["domains", "dns", "contacts", "hosts", ...forwarding, "parking"], everyScope),
      ...scopes(["events", "jobs"], ["read", "manage"]),
      "domain_auth_codes:read"
    ]
  },
  dns_manager: {
    name: "DNS manager",
    description: "Full access to DNS zones, email forwarding and domain forwarding",
    permissions: scopes(["dns", ...forwarding], everyScope)
  },
  billing_manager: {
    name: "Billing manager",
    description: "Reads and manages billing",
    permissions: scopes(["billing"], ["read", "manage"])
  }
} as const satisfies Record<string, {
  readonly name: string
  readonly description: string
  readonly permissions: ReadonlyArray<Permission>
}>

export const BuiltInRole = Schema.Literals(Object.keys(builtInRoles) as Array<keyof typeof builtInRoles>)
  .annotate({ identifier: "PublicRole" })
export type BuiltInRole = typeof BuiltInRole.Type

/** Label by which a role is assigned: lower case letters, digits and underscores. */
export const RoleLabel = Schema.String.check(
  Schema.isPattern(/^[a-z0-9_]+$/),
  Schema.isMinLength(limits.roleName.minimum),
  Schema.isMaxLength(limits.roleName.maximum)
).annotate({ identifier: "CustomRoleLabel" })

/** Role in responses: built-in name, or label of a custom role. */
export const RoleReference = Schema.Union([BuiltInRole, RoleLabel])

/** Custom role of an organization. */
export const CustomRole = Schema.Struct({
  label: RoleLabel,
  name: Schema.String.check(Schema.isMinLength(limits.roleName.minimum), Schema.isMaxLength(limits.roleName.maximum)),
  description: Schema.NullOr(Schema.String),
  /** Sorted, without duplicates. */
  permissions: Schema.Array(Permission),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "CustomRole" })
export type CustomRole = typeof CustomRole.Type

/** Name of a new or renamed role: one line. A label can be derived from it. */
const RoleName = Text.line(limits.roleName).check(
  Schema.isPattern(/[a-zA-Z0-9]/, { expected: "a name with a letter from a to z or a digit" })
)

const RoleDescription = Schema.String.check(Schema.isMaxLength(limits.roleDescription), Text.multiLine)

/** Another spelling of a permission in requests. Responses have `whitelabel_branding:view`. */
const otherSpelling = "whitelabel_branding:read"

const RequestedPermissions = Schema.Array(
  Schema.Literals([...permissions, otherSpelling]).annotate({ identifier: "RequestedPermission" })
).check(Schema.isMaxLength(limits.customRoles.permissions))

/** Request to create a role. */
export const NewRole = Schema.Struct({
  name: RoleName,
  description: optional(RoleDescription),
  permissions: RequestedPermissions
}).annotate({ identifier: "CustomRoleCreate" })
export type NewRole = typeof NewRole.Type

/**
 * Request to change a role. Absent members are unchanged, as are `name` and `permissions` of null. A `description` of
 * null or blank text removes the description. `permissions` replaces the whole list.
 */
export const RolePatch = Schema.Struct({
  name: optional(RoleName),
  description: optional(RoleDescription),
  permissions: optional(RequestedPermissions)
}).annotate({ identifier: "CustomRoleUpdate" })
export type RolePatch = typeof RolePatch.Type

/** Built-in or custom role. Source: REST specification, "Role". */
export const RoleDefinition = Schema.Struct({
  ...CustomRole.fields,
  /** Built-in roles cannot be changed or deleted. */
  built_in: Schema.Boolean,
  /** Null for a built-in role. */
  created_on: Schema.NullOr(Instant.Instant),
  /** Null for a built-in role. */
  updated_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "PublicRoleDefinition" })
export type RoleDefinition = typeof RoleDefinition.Type

/** Permissions of a request as stored: sorted, without duplicates, in the spelling of responses. */
export const storedPermissions = (requested: NewRole["permissions"]): ReadonlyArray<Permission> => {
  const given = new Set<string>(requested.map((right) => right === otherSpelling ? "whitelabel_branding:view" : right))
  return permissions.filter((permission) => given.has(permission))
}

/**
 * Label of a new role: its name in lower case, with `_` for each run of other characters than letters from a to z and
 * digits. Empty if the name has neither.
 */
export const labelOf = (name: string): string =>
  name.replaceAll(/[^a-zA-Z0-9]+/g, "_").replaceAll(/^_|_$/g, "").toLowerCase()

export const describeCustom = (role: CustomRole): RoleDefinition => ({ ...role, built_in: false })

export const describeBuiltIn = (label: BuiltInRole): RoleDefinition => ({
  label,
  ...builtInRoles[label],
  permissions: builtInRoles[label].permissions.toSorted(),
  built_in: true,
  created_on: null,
  updated_on: null
})

/** The built-in roles in the order of the specification. */
export const builtInDefinitions: ReadonlyArray<RoleDefinition> = BuiltInRole.literals.map(describeBuiltIn)

const builtInSets: ReadonlyMap<string, ReadonlySet<Permission>> = new Map(
  Object.entries(builtInRoles).map(([label, role]) => [label, new Set<Permission>(role.permissions)])
)

export const isBuiltIn = (label: string): label is BuiltInRole => builtInSets.has(label)

/** Permissions of a role. `custom` are those of the organization's role with this label, null if there is none. */
export const permissionsOf = (label: string, custom: ReadonlyArray<Permission> | null): ReadonlySet<Permission> =>
  builtInSets.get(label) ?? new Set(custom)
