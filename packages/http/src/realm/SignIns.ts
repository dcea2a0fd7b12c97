import { AllowedNetworks, type SignInAccount, UserCredentials, UserId } from "@namewright/core/access"
import { RealmRecords } from "@namewright/core/realm"
import { Entropy, Instant, limits } from "@namewright/core/shared"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"

/** Sign-in of a person in a browser. */
export interface SignIn {
  /** Value of the cookie. */
  readonly id: string
  readonly account: SignInAccount
  /** Time of the password, and of the code if required. */
  readonly signed_in_on: Instant.Instant
  /** Methods by RFC 8176: `pwd`, `otp`. */
  readonly methods: ReadonlyArray<string>
}

const model = "SignIn"

const Payload = Schema.Struct({
  user_id: UserId,
  signed_in_on: Instant.Instant,
  methods: Schema.Array(Schema.String)
})

const decode = Schema.decodeUnknownOption(Payload)
const encode = Schema.encodeSync(Payload)

/** Sign-ins at the pages of the realm. The provider's sessions depend on them. */
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
    previous: string | undefined
  ) => Effect.Effect<SignIn>
  readonly end: (id: string) => Effect.Effect<void>
  /** Ends all other sign-ins of the person, including sessions of the provider. */
  readonly endOthers: (signIn: SignIn) => Effect.Effect<void>
}>()("@namewright/http/realm/SignIns") {
  static readonly layer = Layer.effect(
    SignIns,
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const credentials = yield* UserCredentials
      const networks = yield* AllowedNetworks
      const entropy = yield* Entropy

      const find = Effect.fnUntraced(function*(id: string | undefined, address: string | undefined) {
        if (id === undefined) return Option.none<SignIn>()
        const stored = Option.flatMap(yield* records.find(model, id), ({ payload }) => decode(payload))
        if (Option.isNone(stored)) return Option.none<SignIn>()
        const { methods, signed_in_on, user_id } = stored.value
        const account = Option.filter(
          yield* credentials.find(user_id),
          ({ credentials_changed_on: changed }) => changed === null || Instant.hasPassed(changed, signed_in_on)
        )
        if (Option.isNone(account)) return Option.none<SignIn>()
        const isAdmitted = yield* networks.admits(account.value.user.organization_id, address)
        return isAdmitted
          ? Option.some<SignIn>({ id, account: account.value, signed_in_on, methods })
          : Option.none<SignIn>()
      })

      const put = ({ account: { user }, id, methods, signed_in_on }: SignIn) =>
        records.put(model, id, encode({ user_id: user.user_id, signed_in_on, methods }), limits.signInSeconds, {
          user_id: user.user_id
        })

      return SignIns.of({
        find,
        begin: Effect.fnUntraced(function*(account, methods, previous) {
          if (previous !== undefined) yield* records.remove(model, previous)
          const id = Base64Url.encode(yield* entropy.randomBytes(32))
          const signIn: SignIn = { id, account, methods, signed_in_on: yield* Instant.now }
          yield* put(signIn)
          return signIn
        }),
        end: (id) => records.remove(model, id),
        endOthers: Effect.fnUntraced(function*(signIn) {
          yield* records.removeOfUser([model, "Session"], signIn.account.user.user_id, signIn.id)
          // The password has just been entered for its change.
          yield* put({ ...signIn, signed_in_on: yield* Instant.now })
        })
      })
    })
  )
}

/** True if the sign-in is recent enough for a sensitive change. */
export const isFresh = (signIn: SignIn): Effect.Effect<boolean> =>
  Effect.map(
    Instant.now,
    (now) => !Instant.hasPassed(DateTime.add(signIn.signed_in_on, { seconds: limits.freshSignInSeconds }), now)
  )
