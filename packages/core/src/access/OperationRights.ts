import { Effect } from "effect"
import { type Actor, CurrentActor, type Permission, permissions } from "../shared/index.ts"
import { type PermissionDenied, refuseAgent, requirePerson } from "./Authorization.ts"

/** Which resource the operations under a path are about; the longest path that fits decides. */
const resources: ReadonlyArray<readonly [path: string, resource: string]> = [
  ["/v1/approvals", "organization"],
  ["/v1/auth/client_credentials", "api_keys"],
  ["/v1/contacts", "contacts"],
  ["/v1/dns", "dns"],
  ["/v1/domains", "domains"],
  ["/v1/events", "events"],
  ["/v1/hosts", "hosts"],
  ["/v1/job", "jobs"],
  ["/v1/jobs", "jobs"],
  ["/v1/organizations", "organization"],
  ["/v1/reports", "organization"],
  ["/v1/tags", "tags"],
  ["/v1/tlds", "organization"],
  ["/v1/users", "users"],
  ["/v1/vanity-nameserver-sets", "vanity_ns"],
  ["/v1/webhooks", "events"]
]

/** The operations whose rights do not follow from method and path. */
const exceptions: Readonly<Record<string, ReadonlyArray<Permission>>> = {
  "GET /v1/auth/client_credentials/introspect": [],
  "GET /v1/organizations/users": ["users:read"],
  "GET /v1/users/me": [],
  "POST /v1/reports": ["organization:read"],
  "POST /v1/hosts": ["hosts:manage", "domains:manage"],
  "DELETE /v1/domains/{}/transfer": ["domains:manage"],
  "PATCH /v1/dns/{}/vanity-set": ["dns:manage", "vanity_ns:manage"],
  "DELETE /v1/vanity-nameserver-sets/{}": ["vanity_ns:manage"],
  "DELETE /v1/vanity-nameserver-sets/default": ["vanity_ns:manage"],
  "POST /v1/vanity-nameserver-sets/check": ["vanity_ns:read"],
  "GET /v1/organizations/{}/billing/invoices": ["billing:read"],
  "GET /v1/organizations/{}/transactions": ["billing:read"],
  "GET /v1/organizations/{}/transactions/{}": ["billing:read"]
}

/** Operations that no approval lets a program call, and the refusals of their services. */
const refusals: Readonly<Record<string, (actor: Actor) => Effect.Effect<void, PermissionDenied>>> = {
  "PUT /v1/approvals/policy": refuseAgent,
  "PUT /v1/users/{}/role": requirePerson
}

/** Operations that refuse keys of organizations. */
const forUsers: ReadonlySet<string> = new Set(["GET /v1/users/me", "PUT /v1/users/{}/role"])

const scopes: Readonly<Record<string, string>> = { GET: "read", DELETE: "delete" }

const grantable: ReadonlySet<string> = new Set(permissions)

/**
 * The rights that an operation asks of its caller, all of them together; none where any credential will do, undefined
 * where no rule says. Reading needs `read`, removing `delete`, everything else `manage`; a resource that has no
 * `delete` asks for `manage`. `path` may write its parameters as `{id}` or `:id`. The services check for themselves: this
 * is for documents and tests. Source: REST specification, "Role".
 */
export const operationRights = (method: string, path: string): ReadonlyArray<Permission> | undefined => {
  const template = templateOf(path)
  const exception = exceptions[`${method} ${template}`]
  if (exception !== undefined) return exception
  const resource = resourceOf(template)
  const right = [`${resource}:${scopes[method] ?? "manage"}`, `${resource}:manage`].find(isPermission)
  return right === undefined ? undefined : [right]
}

/** True if an operation needs a token of the realm. Source: REST specification, "Authentication", 5. */
export const operationNeedsUser = (method: string, path: string): boolean =>
  forUsers.has(`${method} ${templateOf(path)}`)

/** Refuses callers whom the service of an operation refuses whatever they are allowed, with the same error. */
export const refuseClosedOperation = (
  method: string,
  path: string
): Effect.Effect<void, PermissionDenied, CurrentActor> => {
  const refuse = refusals[`${method} ${templateOf(path)}`]
  return refuse === undefined ? Effect.void : Effect.flatMap(CurrentActor, refuse)
}

const templateOf = (path: string): string => path.replace(/\{[^}]*\}|:[^/]+/g, "{}")

const isPermission = (text: string): text is Permission => grantable.has(text)

const resourceOf = (path: string): string | undefined =>
  resources
    .filter(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted(([a], [b]) => b.length - a.length)
    .at(0)?.[1]
