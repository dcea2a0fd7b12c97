import { AllowedNetworks, type SignInAccount, SignInSite, UserCredentials, UserId } from "@namewright/core/access"
import { RealmRecords } from "@namewright/core/realm"
import { Entropy, Instant, limits } from "@namewright/core/shared"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { boundTo } from "./boundTo.ts"

/** Sign-in of a person in a browser. */
export interface SignIn {
  /** Value of the cookie. */
  readonly id: string
  readonly account: SignInAccount
  /** Time at which the sign-in was complete. */
  readonly signed_in_on: Instant.Instant
  /** Methods by RFC 8176: `pwd`, `otp`, `pop` and `user` for a passkey, `mfa` for two factors. */
  readonly methods: ReadonlyArray<string>
  /** Name of the sign-in in lists. It proves nothing. */
  readonly session_id: string
  /** `User-Agent` of the browser; empty if it sent none. */
  readonly user_agent: string
  /** IP address at the sign-in. */
  readonly address: string | null
}

/** A sign-in in the list of a person. */
export interface ListedSignIn extends Pick<SignIn, "session_id" | "user_agent" | "address" | "signed_in_on"> {
  /** Precise to five minutes. */
  readonly last_used_on: Instant.Instant
}

const model = "SignIn"

const Payload = Schema.Struct({
  user_id: UserId,
  /** That of the account whose credentials were checked. The sign-in ends when the account has another. */
  credentials_changed_on: Schema.NullOr(Instant.Instant),
  signed_in_on: Instant.Instant,
  methods: Schema.Array(Schema.String),
  session_id: Schema.String,
  user_agent: Schema.String,
  address: Schema.NullOr(Schema.String)
})

/** Last use of a sign-in, in a record of its own: a late write cannot bring back a sign-in that was ended. */
const useModel = "SignInUse"
const Use = Schema.Struct({ session_id: Schema.String, last_used_on: Instant.Instant })
const decodeUse = Schema.decodeUnknownOption(Use)
const encodeUse = Schema.encodeSync(Use)

const recordOf = (id: string) => Effect.map(SignInSite, ({ realm }) => boundTo(realm, id))

const notedFor = { minutes: 5 }

const decode = Schema.decodeUnknownOption(Payload)
const encode = Schema.encodeSync(Payload)

const payloadOf = ({ account, address, methods, session_id, signed_in_on, user_agent }: SignIn) =>
  encode({
    user_id: account.user.user_id,
    credentials_changed_on: account.credentials_changed_on,
    signed_in_on,
    methods,
    session_id,
    user_agent,
    address
  })

/**
 * Sign-ins at the pages of the realm of the current `SignInSite`. The provider's sessions depend on them. A person can see and
 * end those at all realms.
 */
export class SignIns extends Context.Service<SignIns, {
  /**
   * Finds a sign-in by the browser's cookie. `None` if it has expired, if password or second factor have changed, or if
   * the organization does not accept calls from the address.
   */
  readonly find: (id: string | undefined, address: string | undefined) => Effect.Effect<Option.Option<SignIn>>
  /** Starts a sign-in. Ends `previous`, the browser's earlier one. */
  readonly begin: (
    account: SignInAccount,
    methods: ReadonlyArray<string>,
    previous: string | undefined,
    browser: Pick<SignIn, "user_agent" | "address">
  ) => Effect.Effect<SignIn>
  /** The sign-ins of a person that have not ended, the newest first. */
  readonly list: (account: SignInAccount) => Effect.Effect<ReadonlyArray<ListedSignIn>>
  /** Ends one sign-in of a person by its name in the list. */
  readonly endListed: (account: SignInAccount, session_id: string) => Effect.Effect<void>
  readonly end: (id: string) => Effect.Effect<void>
  /** Ends all other sign-ins of the person, including sessions of the provider. */
  readonly endOthers: (signIn: SignIn) => Effect.Effect<void>
  /** Keeps a sign-in whose person has just changed credentials, and ends all others. */
  readonly keepOnly: (signIn: SignIn) => Effect.Effect<void>
}>()("@namewright/http/realm/SignIns") {
  static readonly layer = Layer.effect(
    SignIns,
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const credentials = yield* UserCredentials
      const networks = yield* AllowedNetworks
      const entropy = yield* Entropy

      const noteUse = Effect.fnUntraced(function*({ account: { user }, id, session_id }: SignIn) {
        const now = yield* Instant.now
        const record = yield* recordOf(id)
        const noted = Option.flatMap(yield* records.find(useModel, record), ({ payload }) => decodeUse(payload))
        const isNoted = Option.exists(
          noted,
          ({ last_used_on }) => !Instant.hasPassed(DateTime.add(last_used_on, notedFor), now)
        )
        if (isNoted) return
        const { user_id } = user
        yield* records.put(useModel, record, encodeUse({ session_id, last_used_on: now }), limits.signInSeconds, {
          user_id
        })
      })

      const list = Effect.fnUntraced(function*({ credentials_changed_on: changed, user: { user_id } }: SignInAccount) {
        const uses = new Map(
          (yield* records.listOfUser(useModel, user_id)).flatMap(({ payload }) =>
            Option.toArray(Option.map(decodeUse(payload), (use) => [use.session_id, use.last_used_on] as const))
          )
        )
        return (yield* records.listOfUser(model, user_id)).flatMap(({ payload }) => Option.toArray(decode(payload)))
          .filter(({ credentials_changed_on }) => isSameTime(credentials_changed_on, changed))
          .map(({ address, session_id, signed_in_on, user_agent }) => ({
            address,
            session_id,
            signed_in_on,
            user_agent,
            last_used_on: uses.get(session_id) ?? signed_in_on
          }))
          .toReversed()
      })

      const find = Effect.fnUntraced(function*(id: string | undefined, address: string | undefined) {
        if (id === undefined) return Option.none<SignIn>()
        const stored = Option.flatMap(yield* records.find(model, yield* recordOf(id)), ({ payload }) => decode(payload))
        if (Option.isNone(stored)) return Option.none<SignIn>()
        const { credentials_changed_on, user_id, ...kept } = stored.value
        const account = Option.filter(
          yield* credentials.find(user_id),
          (current) => isSameTime(current.credentials_changed_on, credentials_changed_on)
        )
        if (Option.isNone(account)) return Option.none<SignIn>()
        const isAdmitted = yield* networks.admits(account.value.user.organization_id, address)
        if (!isAdmitted) return Option.none<SignIn>()
        const signIn: SignIn = { id, account: account.value, ...kept }
        yield* noteUse(signIn)
        return Option.some(signIn)
      })

      const end = (id: string) => Effect.flatMap(recordOf(id), (record) => records.remove(model, record))

      const endOthers = Effect.fnUntraced(function*({ account, id }: SignIn) {
        yield* records.removeOfUser([model, "Session"], account.user.user_id, yield* recordOf(id))
      })

      return SignIns.of({
        find,
        list,
        endListed: ({ user }, session_id) => records.removeByUid(model, session_id, user.user_id),
        begin: Effect.fnUntraced(function*(account, methods, previous, { address, user_agent }) {
          if (previous !== undefined) yield* end(previous)
          const id = Base64Url.encode(yield* entropy.randomBytes(32))
          const session_id = Base64Url.encode(yield* entropy.randomBytes(12))
          const signIn: SignIn = {
            id,
            account,
            methods,
            session_id,
            user_agent,
            address,
            signed_in_on: yield* Instant.now
          }
          yield* records.put(model, yield* recordOf(id), payloadOf(signIn), limits.signInSeconds, {
            user_id: account.user.user_id,
            uid: session_id
          })
          return signIn
        }),
        end,
        endOthers,
        keepOnly: Effect.fnUntraced(function*(signIn) {
          yield* endOthers(signIn)
          const account = yield* credentials.find(signIn.account.user.user_id)
          if (Option.isNone(account)) return
          yield* records.replace(model, yield* recordOf(signIn.id), payloadOf({ ...signIn, account: account.value }))
        })
      })
    })
  )
}

/** True for equal times of the last change of credentials, and for none on both sides. */
const isSameTime = (one: Instant.Instant | null, other: Instant.Instant | null): boolean =>
  one === null || other === null ? one === other : DateTime.Equivalence(one, other)

/** True if the sign-in is recent enough for a sensitive change. */
export const isFresh = (signIn: SignIn): Effect.Effect<boolean> =>
  Effect.map(
    Instant.now,
    (now) => !Instant.hasPassed(DateTime.add(signIn.signed_in_on, { seconds: limits.freshSignInSeconds }), now)
  )
