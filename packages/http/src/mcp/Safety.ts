import type { Safety } from "@namewright/core/approvals"
import { Predicate } from "effect"

/** Reads although they are no GET. Source: MCP specification, "Endpoints". */
const readingPosts: ReadonlySet<string> = new Set(["POST /v1/availability/stream"])

/** Operations that can create costs, by method and path; which they are is a product decision. */
const costing: ReadonlySet<string> = new Set([
  "POST /v1/domains",
  "POST /v1/domains/transfer",
  "POST /v1/domains/{}/renew",
  "POST /v1/domains/{}/restore",
  "POST /v1/vanity-nameserver-sets",
  "POST /v1/vanity-nameserver-sets/{}/restore"
])

/** Operations that delete, replace as a whole or give away, besides every DELETE. */
const destroying: ReadonlySet<string> = new Set([
  "PATCH /v1/domains/{}",
  "PUT /v1/dns/{}/rrsets",
  "POST /v1/dns/{}/import",
  "POST /v1/dns/{}/restore"
])

/**
 * Paths below which every write changes who has access, or what controls access: credentials, people and their roles,
 * organizations, webhooks with their secrets, the policy for agents. An operation that is added there counts as one.
 */
const granting: ReadonlyArray<string> = [
  "/v1/approvals",
  "/v1/auth",
  "/v1/organizations",
  "/v1/users",
  "/v1/webhooks"
]

/** Writes below those paths that grant nothing. */
const notGranting: ReadonlySet<string> = new Set([
  "PATCH /v1/organizations/attributes",
  "PATCH /v1/organizations/attributes/{}",
  "PATCH /v1/organizations/{}/attributes",
  "POST /v1/webhooks/{}/deliveries/{}/replay",
  "POST /v1/webhooks/{}/replay",
  "POST /v1/webhooks/{}/test"
])

/** Commands that order something. */
const costingCommand = /^domain_(?:create|transfer|renew|restore)(?:_bulk)?$/

/** The safety class of an operation, whatever it is called with; the path has its parameters in braces. */
export const safetyOf = (method: string, path: string): Safety => {
  const operation = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`
  const read = method === "GET" || readingPosts.has(operation)
  const isBelow = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
  return {
    read,
    write: !read,
    cost: costing.has(operation),
    destructive: method === "DELETE" || destroying.has(operation),
    access: !read && granting.some(isBelow) && !notGranting.has(operation)
  }
}

/** The safety class of one call: what a batch costs and whether a domain is given away stands in the body. */
export const safetyOfCall = (method: string, path: string, body: unknown): Safety => {
  const safety = safetyOf(method, path)
  if (path === "/v1/jobs" && method === "POST") return { ...safety, cost: commandsOf(body).some(isCosting) }
  const approves = path.endsWith("/transfer/outbound") && Predicate.hasProperty(body, "action")
    && body.action === "approve"
  return approves ? { ...safety, destructive: true } : safety
}

const commandsOf = (body: unknown): ReadonlyArray<unknown> =>
  Predicate.hasProperty(body, "commands") && Array.isArray(body.commands) ? body.commands : []

const isCosting = (command: unknown): boolean => costingCommand.test(nameOf(command))

/** Empty where a command has none. */
const nameOf = (command: unknown): string => {
  const named = Predicate.hasProperty(command, "command")
    ? command.command
    : Predicate.hasProperty(command, "type")
    ? command.type
    : undefined
  return Predicate.isString(named) ? named : ""
}

/** Commands that replace as a whole or give away, as the operations on single objects do that are `destroying`. */
const destroyingCommand = /^(?:domain|dns_zone)_update(?:_bulk)?$/

/**
 * Whether a call costs money, destroys data or grants access. The specification words a batch as one that writes data;
 * what its commands do counts here as well.
 */
export const isRisky = (
  { access, cost, destructive }: Safety,
  { operationId }: { readonly operationId: string },
  body: unknown
): boolean =>
  access || cost || destructive
  || (operationId === "submitBatch" && commandsOf(body).some((command) => destroyingCommand.test(nameOf(command))))

/** The risk in words. Source: MCP specification, "Risk wording"; `can grant access` is Namewright's own. */
export const riskWords = ({ access, cost, destructive, read, write }: Safety): string =>
  [
    ...(read ? ["reads data"] : []),
    ...(cost ? ["can create costs"] : []),
    ...(write ? ["writes data"] : []),
    ...(destructive ? ["can delete or transfer resources"] : []),
    ...(access ? ["can grant access"] : [])
  ].join(", ")
