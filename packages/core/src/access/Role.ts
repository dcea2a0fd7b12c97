import { Schema } from "effect"
import { Instant, limits, Permission, permissions } from "../shared/index.ts"

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
  permissions: Schema.Array(Permission),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "CustomRole" })
export type CustomRole = typeof CustomRole.Type

const builtInSets: ReadonlyMap<string, ReadonlySet<Permission>> = new Map(
  Object.entries(builtInRoles).map(([label, role]) => [label, new Set<Permission>(role.permissions)])
)

export const isBuiltIn = (label: string): label is BuiltInRole => builtInSets.has(label)

/** Permissions of a role. `custom` are those of the organization's role with this label, null if there is none. */
export const permissionsOf = (label: string, custom: ReadonlyArray<Permission> | null): ReadonlySet<Permission> =>
  builtInSets.get(label) ?? new Set(custom)
