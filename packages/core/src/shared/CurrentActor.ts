import { Context, Effect, Option, Schema } from "effect"
import type { AccessScope } from "./AccessScope.ts"
import type { OrganizationId } from "./OrganizationId.ts"
import type { Permission } from "./Permission.ts"

/** Credential of a call: a key of an organization, a person, or the platform itself (schedules, recovery). */
export const Principal = Schema.Union([
  Schema.Struct({ type: Schema.Literals(["api_key", "user"]), id: Schema.String }),
  /** A user of the host, which the platform does not store. */
  Schema.Struct({ type: Schema.Literal("host_user"), id: Schema.String, name: Schema.String }),
  Schema.Struct({ type: Schema.Literal("system") })
])
export type Principal = typeof Principal.Type

/**
 * Reference of a principal as histories store it; null for the platform itself. Users of the host have a prefix, so that
 * they differ from users and keys of the platform.
 */
export const principalReference = (principal: Principal): string | null => {
  if (principal.type === "system") return null
  return principal.type === "host_user" ? `host_user:${principal.id}` : principal.id
}

/** Program that acts for a person, with the scopes that the person has granted. */
export interface Agent {
  /** Client id at the sign-in realm. */
  readonly client_id: string
  readonly scopes: ReadonlyArray<string>
  /** The person for whom it acts. */
  readonly user_id: string
  /** Grant behind the token. Absent for keys, and for realms that do not store grants here. */
  readonly grant_id?: string | undefined
  /** True if the organization shows it auth codes; the person needs the permission as well. */
  readonly sees_auth_codes: boolean
}

/** Authenticated caller of a service, with its permissions. */
export interface Actor {
  readonly principal: Principal
  readonly organization_id: OrganizationId
  /** The parent of a suborganization; null for a parent. */
  readonly parent_organization_id: OrganizationId | null
  /** False for an inactive organization: reads succeed, writes are refused. */
  readonly organization_active: boolean
  /** Built-in name or label of a custom role. Null for the platform itself and for a person without a role. */
  readonly role: string | null
  readonly permissions: ReadonlySet<Permission>
  /** Set for programs that act for a person, and for keys that they created. Each of their writes needs an approval. */
  readonly agent?: Agent | undefined
  /** IP address of the caller. Absent for the platform itself, and for a host that does not pass it. */
  readonly client_address?: string | undefined
  /** Objects to which the caller is restricted. Absent for callers that may act on every object of the organization. */
  readonly scope?: AccessScope | undefined
}

/** The actor of the running call; set once per request by the transport or the embedder. */
export class CurrentActor extends Context.Service<CurrentActor, Actor>()("@namewright/core/shared/CurrentActor") {}

/** The principal of work that is completed later or elsewhere, for example of an order that recovery completes. */
export class PrincipalOfWork extends Context.Reference<Option.Option<Principal>>(
  "@namewright/core/shared/PrincipalOfWork",
  { defaultValue: Option.none }
) {}

/** Id of the job of a batch in which the running work is done; null outside of such jobs. */
export class JobOfWork extends Context.Reference<string | null>(
  "@namewright/core/shared/JobOfWork",
  { defaultValue: () => null }
) {}

/** Id of the request in which the running work is done, as `X-Request-Id` has it; null outside of requests. */
export class RequestOfWork extends Context.Reference<string | null>(
  "@namewright/core/shared/RequestOfWork",
  { defaultValue: () => null }
) {}

/** The principal of the running work: its own, or that of the call. The platform itself outside calls. */
export const currentPrincipal: Effect.Effect<Principal> = Effect.gen(function*() {
  const own = yield* PrincipalOfWork
  if (Option.isSome(own)) return own.value
  const actor = yield* Effect.serviceOption(CurrentActor)
  return Option.match(actor, { onNone: () => ({ type: "system" }), onSome: ({ principal }) => principal })
})
