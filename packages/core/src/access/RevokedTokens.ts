import { Context, DateTime, Effect, Layer } from "effect"
import { Instant, Timetable } from "../shared/index.ts"
import type { AccessTokenClaims } from "./AccessToken.ts"
import { RevokedTokenStore } from "./RevokedTokenStore.ts"

const removedAtOnce = 1_000

/**
 * Access tokens that were revoked before they expired. They are read from the database in every call, so that a
 * revocation applies at once in every process. A token is stored until it would expire, so the hour of a token bounds
 * their number.
 */
export class RevokedTokens extends Context.Service<RevokedTokens, {
  readonly revoke: (claims: Pick<AccessTokenClaims, "jti" | "exp">) => Effect.Effect<void>
  readonly isRevoked: (jti: string) => Effect.Effect<boolean>
}>()("@namewright/core/access/RevokedTokens") {
  static readonly layer = Layer.effect(
    RevokedTokens,
    Effect.gen(function*() {
      const store = yield* RevokedTokenStore
      const timetable = yield* Timetable
      const removeExpired = Effect.gen(function*() {
        const removed = yield* store.removeExpired(yield* Instant.now, removedAtOnce)
        return removed === removedAtOnce
      })
      yield* timetable.add({ name: "access.revoked-tokens", every: "10 minutes", run: removeExpired })
      return RevokedTokens.of({
        revoke: ({ exp, jti }) => store.insert(jti, DateTime.makeUnsafe(exp * 1000)),
        isRevoked: store.exists
      })
    })
  )
}
