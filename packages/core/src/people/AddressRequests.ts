import { Context, Effect, Layer, Option, Schema } from "effect"
import { UserEmail, type UserId, UserMails, UserStore } from "../access/index.ts"
import { Text, Transaction } from "../shared/index.ts"

/** Outcome of a request of a person for another address. */
export type AddressRequest = "sent" | "same" | "invalid" | "limited" | "unavailable"

const isEmail = Schema.is(UserEmail)

/** Requests of signed-in people for another address, which need no right. */
export class AddressRequests extends Context.Service<AddressRequests, {
  /**
   * Sends the links of a change. It does not tell whether another user has the address: the confirmation fails then, which only
   * the holder of the address sees.
   */
  readonly request: (user: UserId, email: string) => Effect.Effect<AddressRequest>
}>()("@namewright/core/people/AddressRequests") {
  static readonly layer = Layer.effect(
    AddressRequests,
    Effect.gen(function*() {
      const users = yield* UserStore
      const mails = yield* UserMails
      const transaction = yield* Transaction

      const send = Effect.fnUntraced(function*(id: UserId, email: string): Effect.fn.Return<AddressRequest> {
        const user = yield* users.lock(id)
        if (Option.isNone(user)) return "unavailable"
        if (Text.foldCase(user.value.email) === Text.foldCase(email)) return "same"
        const { type } = yield* mails.changeAddress(user.value, email, "both")
        return type === "pending" ? "sent" : type === "limited" ? "limited" : "unavailable"
      })

      return AddressRequests.of({
        request: Effect.fn("AddressRequests.request")((id, email) =>
          isEmail(email) ? transaction.atomically(send(id, email)) : Effect.succeed("invalid")
        )
      })
    })
  )
}
