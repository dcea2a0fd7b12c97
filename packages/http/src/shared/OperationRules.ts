import type { EnforcedScope } from "@namewright/core/access"
import type { BatchCommand } from "@namewright/core/jobs"
import type { InputIssue, Instant, Permission } from "@namewright/core/shared"
import { Context, Option, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Metering } from "./RateLimiter.ts"

/**
 * Effect of a write that is shown to its approver: it can create costs, delete, replace or transfer data, change who
 * has access, or change data in another way. `none` is for writes that only create, add, pause, or change a label.
 */
export type Risk = "costs" | "destroys" | "grants" | BatchCommand<unknown>["risk"]

type Risks = Risk | ReadonlyArray<Risk>

interface Declaration {
  /** All rights that the caller needs; empty if any credential is sufficient. */
  readonly rights: ReadonlyArray<Permission>
  /**
   * Callers, if not all credentials are accepted: `anyone` needs none, `user` excludes keys of organizations,
   * `notAgent` excludes programs that act for users, and `person` excludes both.
   */
  readonly caller?: "anyone" | "user" | "notAgent" | "person"
  /**
   * Restrictions of keys that the services of the operation enforce. Default: none, so that they refuse every restricted
   * key. The commands of a batch have declarations of their own.
   */
  readonly enforcesScope?: EnforcedScope
  /** Tokens that a call takes from the caller's buckets. Default: one read or one write. */
  readonly metering?: Metering
}

type AgentIssues = (body: unknown, now: Instant.Instant) => ReadonlyArray<InputIssue>

interface WriteDeclaration extends Declaration {
  /**
   * `commands`: the risks of the commands in the body. A function receives the body, or undefined for the risk of the
   * operation itself.
   */
  readonly risk: Risks | "commands" | ((body: unknown) => Risks)
  /** Calls that change nothing: all, or those with the query parameter `dry_run=true`. */
  readonly trial?: "always" | "dry_run"
  /** Maximum bytes of a body, if more than the setting `maximumBodyBytes`. */
  readonly body?: number
  /** Problems of bodies that programs send for users, detected before a person is asked. */
  readonly agentIssues?: AgentIssues
}

/** Rules of an operation, declared by its endpoint. Handlers and services check permissions themselves. */
export interface OperationRules extends Declaration {
  readonly write: WriteDeclaration | undefined
  /** True for a read that is a POST. */
  readonly hasBody?: boolean
}

const Rules = Context.Reference<OperationRules | undefined>("@namewright/http/shared/OperationRules", {
  defaultValue: () => undefined
})

/** Rules of a GET: `endpoint.annotateMerge(reads({ rights: ["hosts:read"] }))`. */
export const reads = (declaration: Declaration): Context.Context<never> =>
  Context.make(Rules, { ...declaration, write: undefined })

/** Rules of a POST that changes nothing, because its request does not fit into a URL. */
export const readsBody = (declaration: Declaration): Context.Context<never> =>
  Context.make(Rules, { ...declaration, write: undefined, hasBody: true })

/** Rules of every other operation: `endpoint.annotateMerge(writes({ rights: ["hosts:manage"], risk: "none" }))`. */
export const writes = (declaration: WriteDeclaration): Context.Context<never> =>
  Context.make(Rules, { ...declaration, write: declaration })

/** Problems of requests of one schema. None for bodies that the schema refuses. */
export const issuesOf = <A>(
  schema: Schema.Codec<A, unknown>,
  issues: (request: A, now: Instant.Instant) => ReadonlyArray<InputIssue>
): AgentIssues => {
  const decode = Schema.decodeUnknownOption(schema)
  return (body, now) => Option.match(decode(body), { onNone: () => [], onSome: (request) => issues(request, now) })
}

/** Rules of an operation. Throws if it has none, or if a GET has not declared a read. */
export const rulesOf = (
  { annotations, identifier, method }: Pick<HttpApiEndpoint.Top, "annotations" | "identifier" | "method">
): OperationRules => {
  const rules = Context.get(annotations, Rules)
  const isGet = rules !== undefined && rules.write === undefined && rules.hasBody !== true
  if (rules === undefined || (method === "GET") !== isGet) {
    const kind = method === "GET" ? "reads" : "writes"
    throw new Error(`Declare the rights and risks of ${identifier}: .annotateMerge(${kind}({ ... }))`)
  }
  return rules
}

/** True for a call that changes nothing although its operation is a write. */
export const isTrial = ({ write }: OperationRules, query: Readonly<Record<string, unknown>>): boolean =>
  write?.trial === "always" || (write?.trial === "dry_run" && String(query["dry_run"]) === "true")
