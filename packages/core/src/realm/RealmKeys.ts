import { Clock, Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { SealedSecrets } from "../access/index.ts"
import { Entropy, Instant, limits, PlatformSettings, Timetable, Transaction } from "../shared/index.ts"
import type { RealmKey, RealmKeyPurpose } from "./RealmKey.ts"
import { RealmKeyStore } from "./RealmKeyStore.ts"

/** Seconds for which a process holds the keys it has read, so that it may sign with a key that another has replaced. */
const heldSeconds = 60

/** Seconds between two reads that unknown key ids can cause, so that made-up tokens do not keep the database busy. */
const patienceSeconds = 1

/** A key signs for this long, and then a new one does. */
const rotatedAfter = "90 days"

/** A private key of RSA as a JSON Web Key (RFC 7518, section 6.3). */
const PrivateJwk = Schema.Struct({
  kty: Schema.Literal("RSA"),
  n: Schema.String,
  e: Schema.String,
  d: Schema.String,
  p: Schema.String,
  q: Schema.String,
  dp: Schema.String,
  dq: Schema.String,
  qi: Schema.String
})
export type PrivateJwk = typeof PrivateJwk.Type

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
      let held: { readonly keyring: RealmKeyring; readonly read: number } | undefined

      const make = Effect.fnUntraced(function*(purpose: RealmKeyPurpose, generation: number) {
        const made = purpose === "tokens"
          ? yield* newPair
          : { key_id: yield* entropy.uuidV4(), secret: Base64Url.encode(yield* entropy.randomBytes(32)) }
        yield* store.insert({
          key_id: made.key_id,
          environment,
          purpose,
          generation,
          secret: yield* secrets.seal(Redacted.make(made.secret), made.key_id),
          created_on: yield* Instant.now,
          retired_on: null
        })
      })

      const stored = Effect.gen(function*() {
        const now = yield* Instant.now
        const keys = yield* store.list(environment, now)
        const missing = purposes.filter((purpose) => keys.every((key) => key.purpose !== purpose))
        if (missing.length === 0) return keys
        yield* Effect.forEach(missing, (purpose) => make(purpose, 1), { discard: true })
        return yield* store.list(environment, now)
      })

      const opened = (key: RealmKey) => secrets.open(key.secret, key.key_id)

      const keyringOf = Effect.fnUntraced(function*(keys: ReadonlyArray<RealmKey>) {
        const of = (purpose: RealmKeyPurpose) => keys.filter((key) => key.purpose === purpose)
        const keyring: RealmKeyring = {
          version: keys.map(({ key_id }) => key_id).join(" "),
          tokens: yield* Effect.forEach(of("tokens"), (key) =>
            Effect.map(
              Effect.flatMap(opened(key), (text) => Effect.orDie(decodeJwk(Redacted.value(text)))),
              (jwk) => ({ key_id: key.key_id, jwk: Redacted.make(jwk) })
            )),
          browsers: yield* Effect.forEach(of("browsers"), opened)
        }
        return keyring
      })

      /** The keys, read again if those at hand are older than `seconds`. */
      const read = Effect.fnUntraced(function*(seconds: number) {
        const at = yield* Clock.currentTimeMillis
        if (held !== undefined && at - held.read < seconds * 1000) return held.keyring
        const keyring = yield* keyringOf(yield* stored)
        // The same keys stay the same object, by which their users notice a change.
        held = { keyring: held?.keyring.version === keyring.version ? held.keyring : keyring, read: at }
        return held.keyring
      })

      const holding = Effect.fnUntraced(function*(key_id: string) {
        const keyring = yield* read(heldSeconds)
        return keyring.tokens.some((key) => key.key_id === key_id) ? keyring : yield* read(patienceSeconds)
      })

      const rotate = transaction.atomically(Effect.gen(function*() {
        const now = yield* Instant.now
        const keys = yield* store.list(environment, now)
        for (const purpose of purposes) {
          const next = (keys.find((key) => key.purpose === purpose)?.generation ?? 0) + 1
          yield* make(purpose, next)
          const seconds = heldSeconds + signedFor[purpose]
          yield* store.retireBefore(environment, purpose, next, DateTime.add(now, { seconds }))
        }
        yield* transaction.afterCommit(Effect.sync(() => {
          held = undefined
        }))
      })).pipe(Effect.withSpan("RealmKeys.rotate"))

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

      return RealmKeys.of({ current: read(heldSeconds), holding, rotate })
    })
  )
}

const purposes: ReadonlyArray<RealmKeyPurpose> = ["tokens", "browsers"]

/** Seconds for which something is good that was signed for a purpose. */
const signedFor: Record<RealmKeyPurpose, number> = {
  tokens: limits.accessTokenSeconds,
  browsers: limits.signInSeconds
}

const decodeJwk = Schema.decodeUnknownEffect(Schema.fromJsonString(PrivateJwk))

/** 2048 bits are what every client library takes, and good beyond the life of a key (NIST SP 800-57). */
const algorithm = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1])
}

/** A key pair, named by its thumbprint (RFC 7638). */
const newPair = Effect.promise(async () => {
  const { subtle } = globalThis.crypto
  const pair = await subtle.generateKey(algorithm, true, ["sign", "verify"])
  const { d, dp, dq, e, kty, n, p, q, qi } = await subtle.exportKey("jwk", pair.privateKey)
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify({ e, kty, n })))
  return {
    key_id: Base64Url.encode(new Uint8Array(digest)),
    secret: JSON.stringify({ kty, n, e, d, p, q, dp, dq, qi })
  }
})
