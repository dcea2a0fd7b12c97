import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import { makeRotatingKeys, type RotatingKeyStore, SealedSecrets } from "../access/index.ts"
import { Entropy, Instant, limits, PlatformSettings, Timetable, Transaction } from "../shared/index.ts"
import { decodeJwk, type KeyMaterial, newPair, type PrivateJwk } from "./PrivateJwk.ts"
import type { RealmKey, RealmKeyPurpose } from "./RealmKey.ts"
import { RealmKeyStore } from "./RealmKeyStore.ts"

/** A key signs for this long, and then a new one does. */
const rotatedAfter = "90 days"

/** What the realm signs and verifies with. In both lists the first signs, and all verify. */
export interface RealmKeyring {
  /** Another text for every other set of keys. */
  readonly version: string
  readonly tokens: ReadonlyArray<{ readonly key_id: string; readonly jwk: Redacted.Redacted<PrivateJwk> }>
  /** Secrets of 32 random bytes, in base64url. */
  readonly browsers: ReadonlyArray<Redacted.Redacted>
}

/**
 * The keys of this environment's realm, by which it signs tokens (RS256), and cookies and forms (HMAC). The first are
 * made when they are first needed. Several processes over one database use the same.
 */
export class RealmKeys extends Context.Service<RealmKeys, {
  readonly current: Effect.Effect<RealmKeyring>
  /** The keys, read again if `key_id` is not among those at hand. */
  readonly holding: (key_id: string) => Effect.Effect<RealmKeyring>
  /** Signs with new keys from now on. Older ones verify until what they signed last has expired. */
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
      const { environment } = yield* PlatformSettings
      let held: RealmKeyring | undefined

      const newSecret = Effect.gen(function*() {
        return { key_id: yield* entropy.uuidV4(), secret: Base64Url.encode(yield* entropy.randomBytes(32)) }
      })

      const keysFor = (purpose: RealmKeyPurpose, material: Effect.Effect<KeyMaterial>) =>
        makeRotatingKeys<RealmKey>({
          store: storeOf(store, purpose),
          create: Effect.fnUntraced(function*(key) {
            const { key_id, secret } = yield* material
            return { ...key, purpose, key_id, secret: yield* secrets.seal(Redacted.make(secret), key_id) }
          }),
          tokenSeconds: signedFor[purpose]
        })
      const tokens = yield* keysFor("tokens", newPair)
      const browsers = yield* keysFor("browsers", newSecret)

      const opened = (key: RealmKey) => secrets.open(key.secret, key.key_id)

      const openedPair = Effect.fnUntraced(function*(key: RealmKey) {
        const jwk = yield* Effect.orDie(decodeJwk(Redacted.value(yield* opened(key))))
        return { key_id: key.key_id, jwk: Redacted.make(jwk) }
      })

      const current = Effect.gen(function*() {
        const [pairs, secretKeys] = [yield* tokens.verifying, yield* browsers.verifying]
        const version = [...pairs, ...secretKeys].map(({ key_id }) => key_id).join(" ")
        // The same keys stay the same object, and are not opened again.
        if (held?.version === version) return held
        held = {
          version,
          tokens: yield* Effect.forEach(pairs, openedPair),
          browsers: yield* Effect.forEach(secretKeys, opened)
        }
        return held
      })

      const holding = (key_id: string) => Effect.andThen(tokens.find(key_id), current)

      const rotate = transaction.atomically(Effect.andThen(tokens.rotate, browsers.rotate)).pipe(
        Effect.withSpan("RealmKeys.rotate")
      )

      /** No keys are made for an installation whose realm nobody uses. */
      const rotateOld = Effect.gen(function*() {
        const now = yield* Instant.now
        const [youngest] = yield* store.list(environment, now)
        if (youngest === undefined) return false
        const due = DateTime.addDuration(youngest.created_on, rotatedAfter)
        if (Instant.hasPassed(due, now)) yield* rotate
        return false
      })
      yield* timetable.add({ name: "realm.keys", every: "1 day", run: rotateOld })

      return RealmKeys.of({ current, holding, rotate })
    })
  )
}

/** The keys of one purpose. */
const storeOf = (store: RealmKeyStore["Service"], purpose: RealmKeyPurpose): RotatingKeyStore<RealmKey> => ({
  list: (environment, now) =>
    Effect.map(store.list(environment, now), (keys) => keys.filter((key) => key.purpose === purpose)),
  insert: store.insert,
  retireBefore: (environment, generation, at) => store.retireBefore(environment, purpose, generation, at)
})

/** Seconds for which something is good that was signed for a purpose. */
const signedFor: Record<RealmKeyPurpose, number> = {
  tokens: limits.accessTokenSeconds,
  browsers: limits.signInSeconds
}
