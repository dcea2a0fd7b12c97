import { Context, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant, type InvalidInput, Transaction } from "../shared/index.ts"
import { PasskeyStore } from "./PasskeyStore.ts"
import * as Password from "./Password.ts"
import { RecentCallers } from "./RecentCallers.ts"
import { type User, UserId } from "./User.ts"
import { type StoredUserCredentials, UserCredentialStore } from "./UserCredentialStore.ts"
import { UserNotFound } from "./UserError.ts"
import { credentialsChanged, userUpdated } from "./UserLog.ts"
import { UserMails } from "./UserMails.ts"
import { UserStore } from "./UserStore.ts"

const isUserId = Schema.is(UserId)

/** Second factors of a user, without secrets. */
export const SecondFactorState = Schema.Struct({
  authenticator: Schema.Boolean,
  /** Number of passkeys. */
  passkeys: Schema.Int,
  /** Number of unused backup codes; null if none were issued. */
  backup_codes: Schema.NullOr(Schema.Int)
})
export type SecondFactorState = typeof SecondFactorState.Type

const stateOf = ({ backup_codes, passkeys, totp_secret }: StoredUserCredentials): SecondFactorState => ({
  authenticator: totp_secret !== null,
  passkeys,
  backup_codes: backup_codes?.length ?? null
})

/** Operations for users who cannot sign in, for operators. No route leads to them, and they check no permissions. */
export class UserOperations extends Context.Service<UserOperations, {
  /** User with this username, email address or id, in any organization. */
  readonly find: (login: string) => Effect.Effect<Option.Option<User>>
  /** Sets the password and ends earlier sessions. */
  readonly setPassword: (user: User, password: Redacted.Redacted) => Effect.Effect<void, InvalidInput>
  /** Removes the authenticator, all passkeys and the backup codes, and ends earlier sessions. */
  readonly removeSecondFactor: (user: User) => Effect.Effect<void>
  /**
   * Makes a user the owner of its organization. The owner before becomes an administrator. Concurrent calls for one
   * organization run one after the other.
   */
  readonly makeOwner: (user: User) => Effect.Effect<void, UserNotFound>
  /** Second factors of the user; `None` if the user does not exist. */
  readonly secondFactors: (user: User) => Effect.Effect<Option.Option<SecondFactorState>>
}>()("@namewright/core/access/UserOperations") {
  static readonly layer = Layer.effect(
    UserOperations,
    Effect.gen(function*() {
      const store = yield* UserCredentialStore
      const hash = yield* Password.hashing
      const passkeyStore = yield* PasskeyStore
      const log = yield* makeObjectLog
      const transaction = yield* Transaction
      const mails = yield* UserMails
      const users = yield* UserStore
      const recent = yield* RecentCallers
      return UserOperations.of({
        find: (login) =>
          Effect.map(
            isUserId(login) ? store.find(login) : store.findByLogin(login),
            Option.map(({ user }) => user)
          ),
        setPassword: Effect.fn("UserOperations.setPassword")(function*(user: User, password: Redacted.Redacted) {
          const hashed = yield* hash(password, user, ["password"])
          yield* transaction.atomically(Effect.gen(function*() {
            const found = yield* store.find(user.user_id)
            yield* store.setPassword(user.user_id, hashed, yield* Instant.now)
            const isFirst = Option.exists(found, ({ password_hash }) => password_hash === null)
            if (!isFirst) yield* mails.notify(user, "password_changed")
          }))
        }),
        removeSecondFactor: Effect.fn("UserOperations.removeSecondFactor")(function*(user: User) {
          yield* transaction.atomically(Effect.gen(function*() {
            const found = yield* store.find(user.user_id)
            yield* passkeyStore.removeAll(user.user_id)
            yield* store.removeTotp(user.user_id, yield* Instant.now)
            if (Option.isNone(found)) return
            yield* mails.notify(user, "second_factor_removed")
            const before = stateOf(found.value)
            yield* log.record(
              credentialsChanged(user, before, { authenticator: false, passkeys: 0, backup_codes: null })
            )
          }))
        }),
        makeOwner: Effect.fn("UserOperations.makeOwner")(function*({ organization_id, user_id }: User) {
          const give = Effect.fnUntraced(function*(user: User, role: string) {
            const changed = { ...user, role, updated_on: yield* Instant.now }
            yield* Effect.catchTag(users.update(changed), "UserExists", Effect.die)
            yield* log.record(userUpdated(user, changed))
          })
          yield* transaction.atomically(Effect.gen(function*() {
            const administrators = yield* users.lockAdministrators(organization_id)
            const user = yield* users.lock(user_id)
            if (Option.isNone(user)) return yield* new UserNotFound({ user_id })
            if (user.value.role === "owner") return
            for (const one of administrators) if (one.role === "owner") yield* give(one, "admin")
            yield* give(user.value, "owner")
            yield* recent.forget
          }))
        }),
        secondFactors: ({ user_id }) => Effect.map(store.find(user_id), Option.map(stateOf))
      })
    })
  )
}
