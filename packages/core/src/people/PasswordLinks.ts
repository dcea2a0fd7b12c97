import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { AllowedNetworks, Password, type User, UserCredentialStore, UserMails, UserStore } from "../access/index.ts"
import { RealmRecords, signInModels } from "../realm/index.ts"
import { Instant, type InvalidInput, Transaction } from "../shared/index.ts"
import { UserLinkEnded } from "./PeopleError.ts"
import type { UserLinkPurpose } from "./UserLink.ts"
import { type OpenUserLink, UserLinks } from "./UserLinks.ts"

/** Purposes of links that let a person set a password. */
const purposes: ReadonlyArray<UserLinkPurpose> = ["UserInvitation", "PasswordReset"]

/**
 * Links with which people set a password without the current one. `address` is the IP address of the browser: links do not
 * work from addresses that the organization does not accept.
 */
export class PasswordLinks extends Context.Service<PasswordLinks, {
  /** The link of a token. None if it has ended. Changes nothing, because mail filters open links. */
  readonly find: (token: string, address: string | undefined) => Effect.Effect<Option.Option<OpenUserLink>>
  /**
   * Sets the password, and ends all sessions and links of the user. A second factor stays required. Problems of the password
   * have the `loc` `password`, and do not end the link.
   */
  readonly setPassword: (
    token: string,
    password: Redacted.Redacted,
    address: string | undefined
  ) => Effect.Effect<User, UserLinkEnded | InvalidInput>
}>()("@namewright/core/people/PasswordLinks") {
  static readonly layer = Layer.effect(
    PasswordLinks,
    Effect.gen(function*() {
      const links = yield* UserLinks
      const networks = yield* AllowedNetworks
      const users = yield* UserStore
      const credentials = yield* UserCredentialStore
      const records = yield* RealmRecords
      const mails = yield* UserMails
      const transaction = yield* Transaction
      const hash = yield* Password.hashing

      const find = Effect.fn("PasswordLinks.find")(function*(token: string, address: string | undefined) {
        const found = yield* links.find(purposes, token)
        if (Option.isNone(found)) return found
        return (yield* networks.admits(found.value.user.organization_id, address)) ? found : Option.none()
      })

      const require = Effect.fnUntraced(function*(token: string, address: string | undefined) {
        const found = yield* find(token, address)
        return Option.isSome(found) ? found.value : yield* new UserLinkEnded()
      })

      const setPassword = Effect.fn("PasswordLinks.setPassword")(
        function*(token: string, password: Redacted.Redacted, address: string | undefined) {
          const hashed = yield* hash(password, (yield* require(token, address)).user, ["password"])
          return yield* transaction.atomically(Effect.gen(function*() {
            const { user: { user_id } } = yield* require(token, address)
            yield* users.lock(user_id)
            // Again under the lock of the user, which every use of a link of this user takes.
            const { purpose, user } = yield* require(token, address)
            if (!(yield* links.take(purpose, token))) return yield* new UserLinkEnded()
            const stored = yield* credentials.find(user_id)
            yield* credentials.setPassword(user_id, hashed, yield* Instant.now)
            const isFirst = Option.exists(stored, ({ password_hash }) => password_hash === null)
            if (!isFirst) yield* mails.notify(user, "password_changed")
            yield* links.endAll(user_id)
            yield* records.removeOfUser(signInModels, user_id)
            return user
          }))
        }
      )

      return PasswordLinks.of({ find, setPassword })
    })
  )
}
