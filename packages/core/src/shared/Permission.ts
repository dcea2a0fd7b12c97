import { Schema } from "effect"

const readManageDelete = [
  "domains",
  "contacts",
  "dns",
  "hosts",
  "email_forwards",
  "domain_forwards",
  "parking",
  "tags",
  "users",
  "api_keys",
  "registrar_credentials",
  "vanity_ns"
] as const

const readManage = ["organization", "events", "jobs", "billing"] as const

/** All permissions that a role can grant, sorted. Source: REST specification, "Role". */
export const permissions = [
  ...readManageDelete.flatMap((resource) => [`${resource}:read`, `${resource}:manage`, `${resource}:delete`] as const),
  ...readManage.flatMap((resource) => [`${resource}:read`, `${resource}:manage`] as const),
  "audit_logs:read",
  "domain_auth_codes:read",
  "whitelabel_branding:view",
  "whitelabel_branding:manage"
].toSorted() as ReadonlyArray<Permission>

/** Permission in the form `resource:scope`. */
export type Permission =
  | `${(typeof readManageDelete)[number]}:${"read" | "manage" | "delete"}`
  | `${(typeof readManage)[number]}:${"read" | "manage"}`
  | "audit_logs:read"
  | "domain_auth_codes:read"
  | "whitelabel_branding:view"
  | "whitelabel_branding:manage"

export const Permission = Schema.Literals(permissions).annotate({ identifier: "Permission" })

/**
 * True if a set of permissions covers one: `manage` and `delete` include `read` of the same resource, and reading the
 * organization includes its audit logs.
 */
export const covers = (granted: ReadonlySet<Permission>, wanted: Permission): boolean => {
  if (granted.has(wanted)) return true
  const [resource, scope] = wanted.split(":")
  if (scope !== "read" && scope !== "view") return false
  return (["manage", "delete"] as const).some((wider) => granted.has(`${resource}:${wider}` as Permission))
    || (wanted === "audit_logs:read" && covers(granted, "organization:read"))
}

/** All permissions that a set covers, sorted. */
export const effective = (granted: ReadonlySet<Permission>): ReadonlyArray<Permission> =>
  permissions.filter((permission) => covers(granted, permission))
