import { Effect, Predicate, Schema } from "effect"
import {
  AllowedNetworks,
  type OrganizationDirectory,
  type PermissionDenied,
  type RoleNotFound,
  type RoleStore,
  type UnknownOrganization
} from "../access/index.ts"
import { type Actor, type InvalidInput, ipAddressOf, limits, optional, Permission, Text } from "../shared/index.ts"
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
    /**
     * IP address from which the host is called. With it, the IP restrictions of the organization apply. Without it, calls
     * of the library are not restricted, and requests of the REST interface have the address of their connection.
     */
    readonly client_address?: string | undefined
  }
  & (
    | { readonly role: string; readonly permissions?: undefined }
    | { readonly permissions: ReadonlyArray<Permission>; readonly role?: undefined }
  )

const HostText = Schema.String.check(
  Schema.isBetweenLength(limits.objectReference.minimum, limits.objectReference.maximum),
  Text.singleLine
)

const Address = Schema.String.check(
  Schema.makeFilter((text: string) => ipAddressOf(text) !== undefined || "Expected an IP address")
)

const common = {
  organization_id: Schema.String,
  client_address: optional(Address),
  user: Schema.optionalKey(Schema.Struct({ id: HostText, name: HostText }))
}

const CallerInput = Schema.Union([
  Schema.Struct({ ...common, role: Schema.String }),
  Schema.Struct({ ...common, permissions: Schema.Array(Permission) })
])

/** The actor of a caller, whether or not its organization accepts calls from its address. */
export const actorOfCaller = Effect.fnUntraced(function*(
  caller: Caller
): Effect.fn.Return<
  Actor,
  InvalidInput | RoleNotFound | UnknownOrganization,
  OrganizationDirectory | RoleStore
> {
  const { client_address, organization_id, user, ...rights } = yield* decodeInputs(CallerInput, caller, ["caller"])
  const actor = yield* actorOf(organization_id, "role" in rights ? rights.role : "viewer")
  return {
    ...actor,
    ...("role" in rights ? {} : { role: null, permissions: new Set(rights.permissions) }),
    ...(user === undefined ? {} : { principal: { type: "host_user", ...user } }),
    ...(Predicate.isNullish(client_address) ? {} : { client_address })
  }
})

/** Admits a caller of the host, if the host passes its address. */
export const admittedCaller = Effect.fnUntraced(function*<E, R>(
  caller: Effect.Effect<Actor, E, R>
): Effect.fn.Return<Actor, E | PermissionDenied, R | AllowedNetworks> {
  const actor = yield* caller
  const { client_address, organization_id } = actor
  if (client_address === undefined) return actor
  const networks = yield* AllowedNetworks
  yield* networks.admitTo(organization_id, client_address)
  return actor
})
