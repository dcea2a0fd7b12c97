import { Context, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { Instant, type InvalidInput } from "../shared/index.ts"
import * as Password from "./Password.ts"
import { type User, UserId } from "./User.ts"
import { UserCredentialStore } from "./UserCredentialStore.ts"

const isUserId = Schema.is(UserId)

/** Operations for users who cannot sign in, for operators. No route leads to them, and they check no permissions. */
export class UserOperations extends Context.Service<UserOperations, {
  /** User with this username, email address or id, in any organization. */
  readonly find: (login: string) => Effect.Effect<Option.Option<User>>
  /** Sets the password and ends earlier sessions. */
  readonly setPassword: (user: User, password: Redacted.Redacted) => Effect.Effect<void, InvalidInput>
  readonly removeSecondFactor: (user: User) => Effect.Effect<void>
}>()("@namewright/core/access/UserOperations") {
  static readonly layer = Layer.effect(
    UserOperations,
    Effect.gen(function*() {
      const store = yield* UserCredentialStore
      const hash = yield* Password.hashing
      return UserOperations.of({
        find: (login) =>
          Effect.map(
            isUserId(login) ? store.find(login) : store.findByLogin(login),
            Option.map(({ user }) => user)
          ),
        setPassword: Effect.fn("UserOperations.setPassword")(function*(user: User, password: Redacted.Redacted) {
          const hashed = yield* hash(password, user, ["password"])
          yield* store.setPassword(user.user_id, hashed, yield* Instant.now)
        }),
        removeSecondFactor: Effect.fn("UserOperations.removeSecondFactor")(function*({ user_id }: User) {
          yield* store.removeTotp(user_id, yield* Instant.now)
        })
      })
    })
  )
}
