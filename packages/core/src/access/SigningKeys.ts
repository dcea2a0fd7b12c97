import { Clock, Context, DateTime, Effect, Layer, Option } from "effect"
import { Instant, limits, PlatformSettings, Transaction } from "../shared/index.ts"
import type { SigningKey } from "./SigningKey.ts"
import { SigningKeyStore } from "./SigningKeyStore.ts"
import { TokenSigner } from "./TokenSigner.ts"

/** Seconds for which a process holds the keys it has read, so that it may sign with a key that another has replaced. */
const heldSeconds = 60

/** Seconds between two reads that unknown key ids can cause, so that made-up tokens do not keep the database busy. */
const patienceSeconds = 1

/**
 * The keys that sign the access tokens of this environment. The first is made when it is first needed. Several
 * processes over one database use the same keys.
 */
export class SigningKeys extends Context.Service<SigningKeys, {
  /** The key that signs. */
  readonly current: Effect.Effect<SigningKey>
  /** A key that verifies. */
  readonly find: (key_id: string) => Effect.Effect<Option.Option<SigningKey>>
  /** Signs with a new key from now on. Older keys verify until the last token that they signed has expired. */
  readonly rotate: Effect.Effect<void>
}>()("@namewright/core/access/SigningKeys") {
  static readonly layer = Layer.effect(
    SigningKeys,
    Effect.gen(function*() {
      const store = yield* SigningKeyStore
      const signer = yield* TokenSigner
      const transaction = yield* Transaction
      const { environment } = yield* PlatformSettings
      let held: { readonly keys: ReadonlyArray<SigningKey>; readonly read: number } | undefined

      const create = Effect.fnUntraced(function*(generation: number) {
        const pair = yield* signer.generate
        return yield* store.insert({
          ...pair,
          environment,
          generation,
          created_on: yield* Instant.now,
          retired_on: null
        })
      })

      /** The keys that verify now, the one that signs first; read again if those at hand are older than `seconds`. */
      const keys = Effect.fnUntraced(function*(seconds: number) {
        const read = yield* Clock.currentTimeMillis
        if (held !== undefined && read - held.read < seconds * 1000) return held.keys
        const now = yield* Instant.now
        let stored = yield* store.list(environment, now)
        if (stored.length === 0) {
          yield* create(1)
          stored = yield* store.list(environment, now)
        }
        held = { keys: stored, read }
        return stored
      })

      const current = Effect.flatMap(keys(heldSeconds), ([youngest]) =>
        youngest === undefined
          ? Effect.die(new Error(`No signing key of the ${environment} environment is in use`))
          : Effect.succeed(youngest))

      const find = Effect.fnUntraced(function*(key_id: string) {
        const now = yield* Instant.now
        const among = (some: ReadonlyArray<SigningKey>) =>
          some.find((key) =>
            key.key_id === key_id && (key.retired_on === null || !Instant.hasPassed(key.retired_on, now))
          )
        return Option.fromUndefinedOr(among(yield* keys(heldSeconds)) ?? among(yield* keys(patienceSeconds)))
      })

      const rotate = transaction.atomically(Effect.gen(function*() {
        const now = yield* Instant.now
        const [youngest] = yield* store.list(environment, now)
        const next = (youngest?.generation ?? 0) + 1
        yield* create(next)
        const seconds = heldSeconds + limits.accessTokenSeconds
        yield* store.retireBefore(environment, next, DateTime.add(now, { seconds }))
        yield* transaction.afterCommit(Effect.sync(() => {
          held = undefined
        }))
      })).pipe(Effect.withSpan("SigningKeys.rotate"))

      return SigningKeys.of({ current, find, rotate })
    })
  )
}
