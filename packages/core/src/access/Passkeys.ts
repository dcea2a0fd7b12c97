import { Context, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { Instant, limits, PlatformSettings, Transaction } from "../shared/index.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"
import { newPasskeyId, type Passkey, type PasskeyId, passkeyName, relyingPartyOf } from "./Passkey.ts"
import { invalidPasskey, PasskeyRefused } from "./PasskeyError.ts"
import { PasskeyStore } from "./PasskeyStore.ts"
import { PasskeyVerifier } from "./PasskeyVerifier.ts"
import { makeSecondFactors } from "./SecondFactors.ts"
import type { SecondFactorRefused, SignInRefused, SignInThrottled } from "./SignInError.ts"
import { SignInSite } from "./SignInSite.ts"
import type { UserId } from "./User.ts"
import { type AccountProof, type SignInAccount, UserCredentials } from "./UserCredentials.ts"
import { UserCredentialStore } from "./UserCredentialStore.ts"
import { UserMails } from "./UserMails.ts"
import { UserStore } from "./UserStore.ts"

type ProofRefused = SignInRefused | SecondFactorRefused | SignInThrottled

/**
 * Passkeys of users, for sign-in pages. A passkey verifies its user by a PIN or biometrics, so it counts as both factors.
 * Challenges belong to the pages, which issue each for one ceremony in one browser.
 */
export class Passkeys extends Context.Service<Passkeys, {
  readonly list: (user: UserId) => Effect.Effect<ReadonlyArray<Passkey>>
  /** Checks that the user may add a passkey. Returns the present passkeys, which an authenticator must not register again. */
  readonly prepare: (
    user: UserId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<ReadonlyArray<Passkey>, ProofRefused | PasskeyRefused>
  /**
   * Adds the passkey of a response to `challenge`, which was issued after `prepare`. Returns backup codes; none if the
   * user has some.
   */
  readonly register: (
    user: UserId,
    registration: { readonly name: string; readonly challenge: string; readonly response: unknown }
  ) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, PasskeyRefused>
  /**
   * Account of the passkey of a response to `challenge`: of this user, if one is named. Each response has a higher
   * counter than the last, if the authenticator counts. An address that the organization does not accept is refused.
   */
  readonly authenticate: (
    attempt: { readonly challenge: string; readonly response: unknown; readonly user?: UserId | undefined },
    address: string | undefined
  ) => Effect.Effect<SignInAccount, PasskeyRefused>
  /** Renames a passkey. Unknown ones are ignored, and a name without characters changes nothing. */
  readonly rename: (user: UserId, passkey: PasskeyId, name: string) => Effect.Effect<void>
  /** Removes a passkey, and the backup codes with the last second factor. Unknown ones are ignored. */
  readonly remove: (
    user: UserId,
    passkey: PasskeyId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<void, ProofRefused>
}>()("@namewright/core/access/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function*() {
      const store = yield* PasskeyStore
      const users = yield* UserStore
      const credentials = yield* UserCredentials
      const credentialStore = yield* UserCredentialStore
      const networks = yield* AllowedNetworks
      const verifier = yield* PasskeyVerifier
      const transaction = yield* Transaction
      const mails = yield* UserMails
      const { issueBackupCodes, logged } = yield* makeSecondFactors
      const { base_url } = yield* PlatformSettings

      const expected = Effect.fnUntraced(function*(challenge: string) {
        const { origin = base_url } = yield* SignInSite
        const relyingParty = relyingPartyOf({ base_url: origin })
        return relyingParty === undefined ? yield* invalidPasskey() : { challenge, relyingParty }
      })

      const prepare: Passkeys["Service"]["prepare"] = Effect.fn("Passkeys.prepare")(function*(user, proof, address) {
        yield* credentials.prove(user, proof, address)
        const present = yield* store.list(user)
        return present.length < limits.passkeys.perUser ? present : yield* new PasskeyRefused({ reason: "limit" })
      })

      const register: Passkeys["Service"]["register"] = Effect.fn("Passkeys.register")(
        function*(user_id, { challenge, name, response }) {
          const credential = yield* verifier.registration(response, yield* expected(challenge))
          return yield* transaction.atomically(Effect.gen(function*() {
            // The lock keeps concurrent registrations below the limit.
            const user = yield* users.lock(user_id)
            const stored = yield* credentialStore.find(user_id)
            if (Option.isNone(user) || Option.isNone(stored)) return yield* invalidPasskey()
            const { passkeys: present } = stored.value
            if (present >= limits.passkeys.perUser) return yield* new PasskeyRefused({ reason: "limit" })
            const passkey: Passkey = {
              passkey_id: yield* newPasskeyId,
              user_id,
              name: passkeyName(name, `Passkey ${present + 1}`),
              ...credential,
              created_on: yield* Instant.now,
              last_used_on: null
            }
            if (!(yield* store.insert(passkey))) return yield* new PasskeyRefused({ reason: "registered" })
            yield* logged(user.value, { passkeys: present }, { passkeys: present + 1, passkey_added: shown(passkey) })
            yield* mails.notify(user.value, "passkey_added")
            return stored.value.backup_codes === null ? yield* issueBackupCodes(stored.value) : []
          }))
        }
      )

      const authenticate: Passkeys["Service"]["authenticate"] = Effect.fn("Passkeys.authenticate")(
        function*({ challenge, response, user }, address) {
          const claimed = Option.getOrUndefined(decodeResponse(response))
          const found = claimed === undefined ? Option.none() : yield* store.findByCredential(claimed.id)
          if (Option.isNone(found)) return yield* invalidPasskey()
          const passkey = found.value
          // Without a named user, the authenticator has to name the user (section 7.2, step 6).
          const handle = claimed?.response.userHandle ?? user
          if (handle !== passkey.user_id || (user ?? handle) !== passkey.user_id) return yield* invalidPasskey()
          const counter = yield* verifier.assertion(response, passkey, yield* expected(challenge))
          const account = yield* credentials.find(passkey.user_id)
          if (Option.isNone(account)) return yield* invalidPasskey()
          const isAdmitted = yield* networks.admits(account.value.user.organization_id, address)
          if (!isAdmitted) return yield* invalidPasskey()
          if (!(yield* store.use(passkey.passkey_id, counter, yield* Instant.now))) {
            yield* Effect.logWarning("The counter of a passkey did not rise; the authenticator may have been copied", {
              passkey_id: passkey.passkey_id
            })
            return yield* invalidPasskey()
          }
          return account.value
        }
      )

      const rename: Passkeys["Service"]["rename"] = Effect.fn("Passkeys.rename")(
        function*(user_id, id, text) {
          const name = passkeyName(text, "")
          if (name === "") return
          yield* transaction.atomically(Effect.gen(function*() {
            const user = yield* users.lock(user_id)
            const before = yield* store.rename(user_id, id, name)
            if (Option.isNone(user) || Option.isNone(before) || before.value.name === name) return
            yield* logged(
              user.value,
              { passkey_renamed: shown(before.value) },
              { passkey_renamed: shown({ ...before.value, name }) }
            )
          }))
        }
      )

      const remove: Passkeys["Service"]["remove"] = Effect.fn("Passkeys.remove")(
        function*(user_id, id, proof, address) {
          yield* credentials.prove(user_id, proof, address)
          yield* transaction.atomically(Effect.gen(function*() {
            const user = yield* users.lock(user_id)
            const stored = yield* credentialStore.find(user_id)
            if (Option.isNone(user) || Option.isNone(stored)) return
            const removed = yield* store.remove(user_id, id, yield* Instant.now)
            if (Option.isNone(removed)) return
            const { passkeys: before } = stored.value
            yield* logged(
              user.value,
              { passkeys: before, passkey_removed: null },
              { passkeys: before - 1, passkey_removed: shown(removed.value) }
            )
            yield* mails.notify(user.value, "passkey_removed")
          }))
        }
      )

      return Passkeys.of({ list: store.list, prepare, register, authenticate, rename, remove })
    })
  )
}

/** A passkey in the object log. */
const shown = ({ name, passkey_id }: Passkey) => ({ passkey_id, name })

/** User handle of the response: the id of the user, as bytes. */
const UserHandle = Schema.StringFromBase64Url

const decodeResponse = Schema.decodeUnknownOption(
  Schema.Struct({
    id: Schema.String.check(Schema.isMaxLength(2048)),
    response: Schema.Struct({ userHandle: Schema.optionalKey(Schema.NullOr(UserHandle)) })
  })
)
