import { Context, Effect, Layer, Option, Schema } from "effect"
import { type Actor, Instant, type OrganizationId, type Principal } from "../shared/index.ts"
import { AuthenticationFailed } from "./AccessError.ts"
import { type ApiKeyId, isApiKeyId, statusOf } from "./ApiKey.ts"
import { callerActors, requireStored } from "./CallerActors.ts"
import { CredentialStore } from "./CredentialStore.ts"
import { UserId } from "./User.ts"

const isUserId = Schema.is(UserId)

/**
 * Current permissions of a caller, for work that runs after the call. Every call reads them, so that a change by any
 * process applies to the next job.
 */
export class CurrentRights extends Context.Service<CurrentRights, {
  /**
   * The actor of a key or user as it would call now, from any address. Fails if the credential is revoked or expired,
   * or the user deleted. None for the platform itself, and for callers authenticated by a host whose ids are not of
   * this platform.
   */
  readonly of: (
    organization: OrganizationId,
    principal: Principal
  ) => Effect.Effect<Option.Option<Actor>, AuthenticationFailed>
}>()("@namewright/core/access/CurrentRights") {
  static readonly layer = Layer.effect(
    CurrentRights,
    Effect.gen(function*() {
      const credentials = yield* CredentialStore
      const actorOf = yield* callerActors

      const ofKey = Effect.fnUntraced(function*(organization: OrganizationId, id: ApiKeyId) {
        const stored = yield* requireStored(yield* credentials.find(organization, id))
        const status = statusOf(stored.key, yield* Instant.now)
        if (status !== "active") return yield* new AuthenticationFailed({ reason: status })
        return yield* actorOf.key(stored)
      })

      const ofUser = Effect.fnUntraced(function*(organization: OrganizationId, id: UserId) {
        const found = yield* credentials.findUser(id)
        const stored = yield* requireStored(
          Option.filter(found, ({ organization_id }) => organization_id === organization)
        )
        return yield* actorOf.user(stored)
      })

      const search = (organization: OrganizationId, principal: Principal) => {
        if (principal.type === "api_key" && isApiKeyId(principal.id)) return ofKey(organization, principal.id)
        if (principal.type === "user" && isUserId(principal.id)) return ofUser(organization, principal.id)
        return undefined
      }

      return CurrentRights.of({
        of: Effect.fnUntraced(function*(organization, principal) {
          const found = search(organization, principal)
          if (found === undefined || principal.type === "system") return Option.none()
          return Option.some(yield* found)
        })
      })
    })
  )
}
