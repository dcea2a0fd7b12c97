import { Context, Effect, Layer, Option, Schema } from "effect"
import { newLinkToken, type User, UserCredentialStore, type UserId } from "../access/index.ts"
import { RealmRecords } from "../realm/index.ts"
import { Text } from "../shared/index.ts"
import { credentialDigestOf } from "./credentialDigestOf.ts"
import { UserLinkPayload, type UserLinkPurpose, userLinkPurposes } from "./UserLink.ts"

/** A link that still works, with its user. */
export interface OpenUserLink {
  readonly purpose: UserLinkPurpose
  readonly user: User
}

/**
 * Links in mails to users. A link works once, until it expires, and while its user has the address and the password that it
 * had when the link was sent. Deletion of the user ends its links.
 */
export class UserLinks extends Context.Service<UserLinks, {
  /** Creates the token of a link in the caller's transaction, and ends earlier links of the user for the purpose. */
  readonly issue: (purpose: UserLinkPurpose, user: User, seconds: number) => Effect.Effect<string>
  /** The link of a token for one of these purposes. None if it does not work any more. */
  readonly find: (
    purposes: ReadonlyArray<UserLinkPurpose>,
    token: string
  ) => Effect.Effect<Option.Option<OpenUserLink>>
  /** Consumes a link. True for exactly one of several concurrent calls. */
  readonly take: (purpose: UserLinkPurpose, token: string) => Effect.Effect<boolean>
  /** Ends all links of a user. */
  readonly endAll: (user: UserId) => Effect.Effect<void>
}>()("@namewright/core/people/UserLinks") {
  static readonly layer = Layer.effect(
    UserLinks,
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const credentials = yield* UserCredentialStore

      const issue = Effect.fnUntraced(function*(purpose: UserLinkPurpose, user: User, seconds: number) {
        const { user_id } = user
        const stored = Option.getOrThrow(yield* credentials.find(user_id))
        const token = yield* newLinkToken
        const payload = encode({
          user_id,
          email: Text.foldCase(user.email),
          credentials: yield* credentialDigestOf(stored)
        })
        yield* records.removeOfUser([purpose], user_id)
        yield* records.put(purpose, token, payload, seconds, { user_id })
        return token
      })

      const findOne = Effect.fnUntraced(function*(purpose: UserLinkPurpose, token: string) {
        const record = Option.filter(yield* records.find(purpose, token), ({ consumed_on }) => consumed_on === null)
        const link = Option.flatMap(record, ({ payload }) => decode(payload))
        if (Option.isNone(link)) return Option.none<OpenUserLink>()
        const stored = yield* credentials.find(link.value.user_id)
        if (Option.isNone(stored)) return Option.none<OpenUserLink>()
        const { user } = stored.value
        const isCurrent = Text.foldCase(user.email) === link.value.email &&
          (yield* credentialDigestOf(stored.value)) === link.value.credentials
        return isCurrent ? Option.some<OpenUserLink>({ purpose, user }) : Option.none<OpenUserLink>()
      })

      return UserLinks.of({
        issue,
        find: Effect.fnUntraced(function*(purposes, token) {
          for (const purpose of purposes) {
            const found = yield* findOne(purpose, token)
            if (Option.isSome(found)) return found
          }
          return Option.none()
        }),
        take: records.consume,
        endAll: (user) => records.removeOfUser(userLinkPurposes, user)
      })
    })
  )
}

const decode = Schema.decodeUnknownOption(UserLinkPayload)
const encode = Schema.encodeSync(UserLinkPayload)
