import { Context, Effect, Layer } from "effect"
import type { UserId } from "./User.ts"

/** Port for products that the operator granted to single users, implemented by the waitlist slice. */
export class UserProducts extends Context.Service<UserProducts, {
  /** Keys of the products, sorted. */
  readonly granted: (user: UserId) => Effect.Effect<ReadonlyArray<string>>
  /** Removes what is stored about a deleted user. Runs in the transaction of the deletion. */
  readonly forget: (user: UserId) => Effect.Effect<void>
}>()("@namewright/core/access/UserProducts") {
  /** No user has any product. */
  static readonly layerNone = Layer.succeed(UserProducts, {
    granted: () => Effect.succeed([]),
    forget: () => Effect.void
  })
}
