import { Effect, Schema } from "effect"
import type { OrganizationDirectory, RoleNotFound, RoleStore, UnknownOrganization } from "../access/index.ts"
import { type Actor, type InvalidInput, limits, Permission, Text } from "../shared/index.ts"
import { decodeInputs } from "./decodeArguments.ts"
import { actorOf } from "./OrganizationActor.ts"

/** A user of the host. */
export interface HostUser {
  /** Its id in the host, 1 to 255 characters. */
  readonly id: string
  /** Its name as histories show it, 1 to 255 characters. */
  readonly name: string
}

/**
 * A caller that the host has authenticated: an organization, with a role of it (`admin`, `viewer`, the label of a custom
 * role) or with permissions.
 */
export type Caller =
  & {
    readonly organization_id: string
    /** User of the host on whose behalf calls are made. No user of the platform is created. Without one, the host calls. */
    readonly user?: HostUser | undefined
  }
  & (
    | { readonly role: string; readonly permissions?: undefined }
    | { readonly permissions: ReadonlyArray<Permission>; readonly role?: undefined }
  )

const HostText = Schema.String.check(
  Schema.isBetweenLength(limits.objectReference.minimum, limits.objectReference.maximum),
  Text.singleLine
)

const common = {
  organization_id: Schema.String,
  user: Schema.optionalKey(Schema.Struct({ id: HostText, name: HostText }))
}

const CallerInput = Schema.Union([
  Schema.Struct({ ...common, role: Schema.String }),
  Schema.Struct({ ...common, permissions: Schema.Array(Permission) })
])

/** The actor of a caller. */
export const actorOfCaller = Effect.fnUntraced(function*(
  caller: Caller
): Effect.fn.Return<
  Actor,
  InvalidInput | RoleNotFound | UnknownOrganization,
  OrganizationDirectory | RoleStore
> {
  const { organization_id, user, ...rights } = yield* decodeInputs(CallerInput, caller, ["caller"])
  const actor = yield* actorOf(organization_id, "role" in rights ? rights.role : "viewer")
  return {
    ...actor,
    ...("role" in rights ? {} : { role: null, permissions: new Set(rights.permissions) }),
    ...(user === undefined ? {} : { principal: { type: "host_user", ...user } })
  }
})
