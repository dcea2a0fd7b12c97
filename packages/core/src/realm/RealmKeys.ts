import { Context, Effect, Layer, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import { makeRotatingKeys, SealedSecrets } from "../access/index.ts"
import { Entropy, limits, Timetable, Transaction } from "../shared/index.ts"
import { decodeJwk, type KeyMaterial, newPair, type PrivateJwk } from "./PrivateJwk.ts"
import type { RealmKey, RealmKeyPurpose } from "./RealmKey.ts"
import { RealmKeyStore } from "./RealmKeyStore.ts"

/** Age at which signing keys are replaced. */
const signingAge = "90 days"

/** Keys of the realm. In both lists the first key signs, and all keys verify. */
export interface RealmKeyring {
  /** Identifies the set of keys. */
  readonly version: string
  readonly tokens: ReadonlyArray<{ readonly key_id: string; readonly jwk: Redacted.Redacted<PrivateJwk> }>
  /** Secrets of 32 random bytes, in base64url. */
  readonly browsers: ReadonlyArray<Redacted.Redacted>
}

/**
 * Keys of this environment's realm, which sign tokens (RS256), cookies and forms (HMAC). They are created on first use.
 * Processes that share a database share the keys.
 */
export class RealmKeys extends Context.Service<RealmKeys, {
  readonly current: Effect.Effect<RealmKeyring>
  /** Keys, reloaded if `key_id` is unknown. */
  readonly holding: (key_id: string) => Effect.Effect<RealmKeyring>
  /** Creates new keys for signing. Old keys verify until their last signature has expired. */
  readonly rotate: Effect.Effect<void>
}>()("@namewright/core/realm/RealmKeys") {
  static readonly layer = Layer.effect(
    RealmKeys,
    Effect.gen(function*() {
      const store = yield* RealmKeyStore
      const secrets = yield* SealedSecrets
      const transaction = yield* Transaction
      const timetable = yield* Timetable
      const entropy = yield* Entropy
      let opened: RealmKeyring | undefined

      const newSecret = Effect.gen(function*() {
        return { key_id: yield* entropy.uuidV4(), secret: Base64Url.encode(yield* entropy.randomBytes(32)) }
      })

      const keysFor = (purpose: RealmKeyPurpose, material: Effect.Effect<KeyMaterial>) =>
        makeRotatingKeys<RealmKey>({
          store: store[purpose],
          create: Effect.fnUntraced(function*(key) {
            const { key_id, secret } = yield* material
            return { ...key, purpose, key_id, secret: yield* secrets.seal(Redacted.make(secret), key_id) }
          }),
          tokenSeconds: signatureSeconds[purpose]
        })
      const tokens = yield* keysFor("tokens", newPair)
      const browsers = yield* keysFor("browsers", newSecret)

      const openSecret = (key: RealmKey) => secrets.open(key.secret, key.key_id)

      const openPair = Effect.fnUntraced(function*(key: RealmKey) {
        const jwk = yield* Effect.orDie(decodeJwk(Redacted.value(yield* openSecret(key))))
        return { key_id: key.key_id, jwk: Redacted.make(jwk) }
      })

      const current = Effect.gen(function*() {
        const [pairs, secretKeys] = [yield* tokens.verifying, yield* browsers.verifying]
        const version = [...pairs, ...secretKeys].map(({ key_id }) => key_id).join(" ")
        // Unchanged keys are not unsealed again.
        if (opened?.version === version) return opened
        opened = {
          version,
          tokens: yield* Effect.forEach(pairs, openPair),
          browsers: yield* Effect.forEach(secretKeys, openSecret)
        }
        return opened
      })

      const holding = (key_id: string) => Effect.andThen(tokens.find(key_id), current)

      const rotate = transaction.atomically(Effect.andThen(tokens.rotate, browsers.rotate)).pipe(
        Effect.withSpan("RealmKeys.rotate")
      )

      const rotateOld = Effect.andThen(tokens.rotateAfter(signingAge), browsers.rotateAfter(signingAge))
      yield* timetable.add({ name: "realm.keys", every: "1 day", run: Effect.as(rotateOld, false) })

      return RealmKeys.of({ current, holding, rotate })
    })
  )
}

/** Longest lifetime of a signature by purpose, in seconds. */
const signatureSeconds: Record<RealmKeyPurpose, number> = {
  tokens: limits.accessTokenSeconds,
  browsers: limits.signInSeconds
}
