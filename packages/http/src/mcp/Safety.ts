import type { Safety } from "@namewright/core/approvals"
import { Predicate } from "effect"
import { commandName } from "./commandName.ts"

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
  "POST /v1/dns/{}/dnssec/disable",
  "POST /v1/dns/{}/import",
  "POST /v1/dns/{}/restore",
  "POST /v1/domains/{}/dnssec/disable",
  "PUT /v1/dns/{}/rrsets",
  "PUT /v1/domains/{}/dnssec",
  "PUT /v1/hosts/{}"
])

/**
 * Writes that cost nothing and take nothing away: they create or add, pause work, or change a label, which its question
 * shows. Every other write is a risk, so that a new operation is one until it is listed.
 */
const harmless: ReadonlySet<string> = new Set([
  "PATCH /v1/events/{}",
  "PATCH /v1/tags/{}",
  "POST /v1/contacts",
  "POST /v1/dns",
  "POST /v1/dns/{}/dnssec/enable",
  "POST /v1/domains/{}/dnssec/enable",
  "POST /v1/hosts",
  "POST /v1/job/{}/pause",
  "POST /v1/jobs/{}/pause",
  "POST /v1/reports",
  "POST /v1/tags",
  "POST /v1/webhooks/{}/deliveries/{}/replay",
  "POST /v1/webhooks/{}/replay",
  "POST /v1/webhooks/{}/test"
])

/** The same for writes that only add, unless their body has something under `remove` or `replace`. */
const adding: ReadonlySet<string> = new Set(["POST /v1/tags/objects", "POST /v1/tags/{}/objects"])

/** The same for commands of batches. */
const harmlessCommands: ReadonlySet<string> = new Set([
  "contact_create",
  "contact_create_bulk",
  "dns_zone_create",
  "dns_zone_create_bulk"
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
const costingCommand = /^domain_(?:create|transfer)(?:_bulk)?$/

/** Trials by method and path. They change nothing, all of them or those whose query says `dry_run=true`. */
const trials: Readonly<Record<string, "always" | "dry_run">> = {
  "POST /v1/dns/{}/import": "dry_run",
  "POST /v1/vanity-nameserver-sets/check": "always"
}

/**
 * True for a call that changes nothing although it is no read. The tool endpoint asks about such calls nevertheless: the
 * specification has it ask about every POST but one.
 */
export const isTrial = (method: string, path: string, query: Readonly<Record<string, unknown>>): boolean => {
  const operation = keyOf(method, path)
  const trial = Object.hasOwn(trials, operation) ? trials[operation] : undefined
  return trial === "always" || (trial === "dry_run" && String(query["dry_run"]) === "true")
}

/** The safety class of an operation, whatever it is called with; the path has its parameters in braces. */
export const safetyOf = (method: string, path: string): Safety => {
  const operation = keyOf(method, path)
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

/** Method and path with nameless parameters, as in the lists above. */
const keyOf = (method: string, path: string): string => `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`

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

const isCosting = (command: unknown): boolean => costingCommand.test(commandName(command) ?? "")

/**
 * True if a call costs money, destroys data or grants access. The specification words a batch, and a change of single
 * RRsets, as writes only; here a batch counts by its commands, and such a change as one that replaces and removes.
 */
export const isRisky = (
  { access, cost, destructive, read }: Safety,
  { method, path }: { readonly method: string; readonly path: string },
  { body, query = {} }: { readonly body?: unknown; readonly query?: Readonly<Record<string, unknown>> | undefined }
): boolean => {
  if (read || isTrial(method, path, query)) return false
  return access || cost || destructive || !isHarmless(keyOf(method, path), body)
}

const isHarmless = (operation: string, body: unknown): boolean => {
  if (operation === "POST /v1/jobs") {
    return commandsOf(body).every((command) => harmlessCommands.has(commandName(command) ?? ""))
  }
  if (adding.has(operation)) return !hasItems(body, "remove") && !hasItems(body, "replace")
  return harmless.has(operation)
}

/** `replace` without items takes everything away. */
const hasItems = (body: unknown, member: "remove" | "replace"): boolean => {
  const items = Predicate.hasProperty(body, member) ? body[member] : undefined
  return Array.isArray(items) && (items.length > 0 || member === "replace")
}

/** The risk in words. Source: MCP specification, "Risk wording"; `can grant access` is Namewright's own. */
export const riskWords = ({ access, cost, destructive, read, write }: Safety): string =>
  [
    ...(read ? ["reads data"] : []),
    ...(cost ? ["can create costs"] : []),
    ...(write ? ["writes data"] : []),
    ...(destructive ? ["can delete or transfer resources"] : []),
    ...(access ? ["can grant access"] : [])
  ].join(", ")
