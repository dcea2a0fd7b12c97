import { Effect, Schema } from "effect"
import { type Actor, CodedError, covers, CurrentActor, Permission, restrictsRrsets } from "../shared/index.ts"
import { UserId } from "./User.ts"

/** The caller's role lacks a permission, or its address or credential does not allow the operation. */
export class PermissionDenied extends CodedError<PermissionDenied>()("PermissionDenied", {
  code: "ERROR_PERMISSION_DENIED",
  fields: { permission: Schema.optionalKey(Permission), reason: Schema.optionalKey(Schema.String) },
  message: ({ permission, reason }) => reason ?? `The role of this credential lacks ${permission}`
}) {}

/** The caller's organization is inactive: only reads are allowed. */
export class OrganizationInactive extends CodedError<OrganizationInactive>()("OrganizationInactive", {
  code: "ERROR_ORGANIZATION_INACTIVE",
  message: "The organization is inactive; only reads are possible"
}) {}

const isRead = (permission: Permission): boolean => permission.endsWith(":read") || permission.endsWith(":view")

/** Refuses callers that are restricted to some objects. */
export const refuseScoped = ({ scope }: Actor): Effect.Effect<void, PermissionDenied> =>
  scope === undefined
    ? Effect.void
    : Effect.fail(
      new PermissionDenied({
        reason: "This credential is restricted to some objects; the operation is not available to it"
      })
    )

/** Refuses callers that are restricted to some RRsets of zones. */
export const refuseRrsetScoped = ({ scope }: Actor): Effect.Effect<void, PermissionDenied> =>
  restrictsRrsets(scope)
    ? Effect.fail(
      new PermissionDenied({
        reason: "This credential is restricted to some RRsets; the operation is not available to it"
      })
    )
    : Effect.void

/** Restrictions that an operation enforces: those to some objects, or also those to some RRsets of zones. */
export type EnforcedScope = "objects" | "rrsets"

/** Refuses callers with restrictions that an operation does not enforce. */
export const refuseUnenforced = (
  actor: Actor,
  enforced: EnforcedScope | undefined
): Effect.Effect<void, PermissionDenied> =>
  enforced === undefined ? refuseScoped(actor) : enforced === "objects" ? refuseRrsetScoped(actor) : Effect.void

/**
 * Returns the caller if its role grants all these permissions; the first line of each service method. Writes of an
 * inactive organization are refused, and callers that are restricted to some objects: methods that enforce
 * the restriction use `authorizeWithinScope`. Source: REST specification, "Authentication", 3.
 */
export const authorize = Effect.fnUntraced(function*(
  ...wanted: readonly [Permission, ...ReadonlyArray<Permission>]
): Effect.fn.Return<Actor, PermissionDenied | OrganizationInactive, CurrentActor> {
  const actor = yield* authorizeWithinScope(...wanted)
  yield* refuseScoped(actor)
  return actor
})

/**
 * As `authorize`, for methods that keep restricted callers within their scope: they read, return and change nothing
 * outside of `Actor.scope`.
 */
export const authorizeWithinScope = Effect.fnUntraced(function*(
  ...wanted: readonly [Permission, ...ReadonlyArray<Permission>]
): Effect.fn.Return<Actor, PermissionDenied | OrganizationInactive, CurrentActor> {
  const actor = yield* CurrentActor
  const missing = wanted.find((permission) => !covers(actor.permissions, permission))
  if (missing !== undefined) return yield* new PermissionDenied({ permission: missing })
  if (!actor.organization_active && !wanted.every(isRead)) return yield* new OrganizationInactive()
  return actor
})

/** As `authorizeWithinScope`, for methods that refuse callers that are restricted to some RRsets of zones. */
export const authorizeWithinObjects = Effect.fnUntraced(function*(
  ...wanted: readonly [Permission, ...ReadonlyArray<Permission>]
): Effect.fn.Return<Actor, PermissionDenied | OrganizationInactive, CurrentActor> {
  const actor = yield* authorizeWithinScope(...wanted)
  yield* refuseRrsetScoped(actor)
  return actor
})

/** Fails if `rights` contains permissions that the caller lacks. `reasonOf` describes the first of them. */
export const refuseExceeding = (
  { permissions }: Actor,
  rights: ReadonlySet<Permission>,
  reasonOf: (permission: Permission) => string
): Effect.Effect<void, PermissionDenied> => {
  const permission = Array.from(rights).find((right) => !covers(permissions, right))
  return permission === undefined
    ? Effect.void
    : Effect.fail(new PermissionDenied({ permission, reason: reasonOf(permission) }))
}

/** Calling user. */
export interface UserCaller {
  readonly actor: Actor
  readonly user_id: UserId
}

const isUserId = Schema.is(UserId)

/**
 * The calling user, directly or through a program, for reads about that user. Keys are refused. Operations for persons
 * only need `requirePerson`. Source: REST specification, "Authentication", 5.
 */
export const requireUser: Effect.Effect<UserCaller, PermissionDenied, CurrentActor> = Effect.flatMap(
  CurrentActor,
  (actor) =>
    actor.principal.type === "user" && isUserId(actor.principal.id)
      ? Effect.succeed({ actor, user_id: actor.principal.id })
      : Effect.fail(
        new PermissionDenied({
          reason:
            "This operation requires a signed-in user, directly or through a program; keys of organizations are refused"
        })
      )
)

/** User who calls directly, not through a program. */
export type Person = Actor & { readonly principal: { readonly type: "user" } }

export const isPerson = (actor: Actor): actor is Person => actor.principal.type === "user" && actor.agent === undefined

/** Refuses programs, and all keys. The platform itself is allowed. */
export const requirePerson = (actor: Actor): Effect.Effect<void, PermissionDenied> =>
  isPerson(actor) || actor.principal.type === "system" || actor.principal.type === "host_user"
    ? Effect.void
    : Effect.fail(
      new PermissionDenied({ reason: "This operation requires a signed-in person; programs and keys are refused" })
    )

/** Refuses programs that act for a user, and the keys that they created. Users and other keys are allowed. */
export const refuseAgent = ({ agent }: Actor): Effect.Effect<void, PermissionDenied> =>
  agent === undefined
    ? Effect.void
    : Effect.fail(new PermissionDenied({ reason: "Agents cannot change the policy for agents" }))

/** Errors of every method that checks a permission. */
export type AuthorizationError = PermissionDenied | OrganizationInactive
