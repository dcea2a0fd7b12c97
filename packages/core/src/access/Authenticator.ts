import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { type Actor, PlatformSettings } from "../shared/index.ts"
import { AuthenticationFailed } from "./AccessError.ts"
import { AccessTokens } from "./AccessTokens.ts"
import { admit } from "./Admission.ts"
import type { PermissionDenied } from "./Authorization.ts"
import { CredentialStore, type StoredCredential } from "./CredentialStore.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"
import { RecentCallers } from "./RecentCallers.ts"
import { permissionsOf } from "./Role.ts"
import * as SecretHash from "./SecretHash.ts"
import * as SecretText from "./SecretText.ts"

/** What a caller shows to say who it is: an API key, or an access token. */
export interface Credential {
  readonly type: "api_key" | "bearer"
  readonly value: Redacted.Redacted
}

/**
 * Turns credentials into actors. A credential that was not seen lately costs two indexed reads.
 * Source: REST specification, "Authentication".
 */
export class Authenticator extends Context.Service<Authenticator, {
  /** Who holds this credential; refused credentials fail. `address` is the caller's IP address. */
  readonly authenticate: (
    credential: Credential,
    address: string | undefined
  ) => Effect.Effect<Actor, AuthenticationFailed | PermissionDenied>
}>()("@namewright/core/access/Authenticator") {
  static readonly layer = Layer.effect(
    Authenticator,
    Effect.gen(function*() {
      const credentials = yield* CredentialStore
      const directory = yield* OrganizationDirectory
      const recent = yield* RecentCallers
      const tokens = yield* AccessTokens
      const { environment } = yield* PlatformSettings

      const byApiKey = Effect.fnUntraced(function*(secret: Redacted.Redacted) {
        const reason = SecretText.refusal("api_key", environment, Redacted.value(secret))
        if (reason !== undefined) return yield* new AuthenticationFailed({ reason })
        const hash = yield* SecretHash.hashOf(secret)
        const stored = yield* known(yield* credentials.findByKeyHash(hash))
        if (!SecretHash.equal(stored.key_hash, hash)) return yield* new AuthenticationFailed({ reason: "unknown" })
        return { stored, valid_until: expiryOf(stored) }
      })

      const byAccessToken = Effect.fnUntraced(function*(token: Redacted.Redacted) {
        const claims = yield* tokens.verify(token)
        const stored = yield* known(yield* credentials.find(claims.org, claims.sub))
        return { stored, valid_until: Math.min(claims.exp * 1000, expiryOf(stored)) }
      })

      const search = Effect.fnUntraced(function*({ type, value }: Credential, address: string | undefined) {
        const { stored, valid_until } = yield* type === "api_key" ? byApiKey(value) : byAccessToken(value)
        const organization = yield* known(yield* directory.find(stored.key.organization_id))
        yield* Effect.provideService(admit(stored, address), CredentialStore, credentials)
        const actor: Actor = {
          principal: { type: "api_key", id: stored.key.api_key_id },
          organization_id: organization.organization_id,
          parent_organization_id: organization.parent_organization_id,
          organization_active: organization.active,
          role: stored.key.role,
          permissions: permissionsOf(stored.key.role, stored.custom_permissions)
        }
        return { actor, valid_until }
      })

      const authenticate = Effect.fnUntraced(function*(credential: Credential, address: string | undefined) {
        const call = `${credential.type} ${Redacted.value(credential.value)} ${address ?? ""}`
        const caller = yield* recent.find(call)
        return caller ?? (yield* recent.search(call, search(credential, address)))
      })

      return Authenticator.of({ authenticate })
    })
  )
}

const known = <A>(found: Option.Option<A>): Effect.Effect<A, AuthenticationFailed> =>
  Option.match(found, {
    onNone: () => Effect.fail(new AuthenticationFailed({ reason: "unknown" })),
    onSome: Effect.succeed
  })

/** Milliseconds since 1970. */
const expiryOf = ({ key }: StoredCredential): number =>
  key.expires_at === null ? Number.POSITIVE_INFINITY : DateTime.toEpochMillis(key.expires_at)
