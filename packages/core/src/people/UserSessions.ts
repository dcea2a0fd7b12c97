import { Context, Effect, Layer } from "effect"
import type { UserId } from "../access/index.ts"
import { RealmRecords, signInModels } from "../realm/index.ts"

/** Sessions of users at the pages of the realm, for operators. It checks no permissions. */
export class UserSessions extends Context.Service<UserSessions, {
  /** Signs a user out in all browsers. Connected programs stay connected. */
  readonly endAll: (user: UserId) => Effect.Effect<void>
}>()("@namewright/core/people/UserSessions") {
  static readonly layer = Layer.effect(
    UserSessions,
    Effect.map(RealmRecords, (records) =>
      UserSessions.of({
        endAll: Effect.fn("UserSessions.endAll")((user) => records.removeOfUser(signInModels, user))
      }))
  )
}
