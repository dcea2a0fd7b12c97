import { Clock, DateTime, type Duration, Effect, Option } from "effect"
import { type Environment, Instant, PlatformSettings, Transaction } from "../shared/index.ts"

/** Seconds for which a process caches the keys. Until then it may sign with a key that another process has replaced. */
const cacheSeconds = 60

/** Minimum seconds between two reads caused by unknown key ids, so that invented tokens cause little load. */
const minimumRefreshSeconds = 1

/** Key of an environment. The newest generation signs; older ones verify until they retire. */
export interface RotatingKey {
  readonly key_id: string
  readonly environment: Environment
  /** Counts from 1. */
  readonly generation: number
  readonly created_on: Instant.Instant
  /** Time from which the key does not verify; null until it is replaced. */
  readonly retired_on: Instant.Instant | null
}

/** Storage port of one kind of keys. */
export interface RotatingKeyStore<K extends RotatingKey> {
  /** Keys of the environment that are not retired at `now`, the newest generation first. */
  readonly list: (environment: Environment, now: Instant.Instant) => Effect.Effect<ReadonlyArray<K>>
  /** Adds a key. False if another process has added its generation. */
  readonly insert: (key: K) => Effect.Effect<boolean>
  /** Sets the retirement time of older generations of the environment, unless it is set. */
  readonly retireBefore: (environment: Environment, generation: number, at: Instant.Instant) => Effect.Effect<void>
}

/** Keys of one kind, shared by all processes of a database. The first is created on first use. */
export interface RotatingKeys<K extends RotatingKey> {
  /** The key that signs. */
  readonly current: Effect.Effect<K>
  /** All keys that verify, the one that signs first. */
  readonly verifying: Effect.Effect<ReadonlyArray<K>>
  /** A key that verifies. Reads the keys again if it is not cached. */
  readonly find: (key_id: string) => Effect.Effect<Option.Option<K>>
  /** Creates a new signing key. Older keys verify until the last token that they signed has expired. */
  readonly rotate: Effect.Effect<void>
  /** Rotates if the signing key is at least this old. Creates no first key. */
  readonly rotateAfter: (age: Duration.Input) => Effect.Effect<void>
}

/** Makes the service of one kind of keys. `tokenSeconds` is the lifetime of the signed tokens. */
export const makeRotatingKeys = Effect.fnUntraced(function*<K extends RotatingKey>(
  { create: material, store, tokenSeconds }: {
    readonly store: RotatingKeyStore<K>
    readonly create: (key: Omit<RotatingKey, "key_id">) => Effect.Effect<K>
    readonly tokenSeconds: number
  }
) {
  const transaction = yield* Transaction
  const { environment } = yield* PlatformSettings
  let cache: { readonly keys: ReadonlyArray<K>; readonly read: number } | undefined

  const create = Effect.fnUntraced(function*(generation: number) {
    const created_on = yield* Instant.now
    yield* store.insert(yield* material({ environment, generation, created_on, retired_on: null }))
  })

  /** The verifying keys, the signing one first; cached for at most `seconds`. */
  const keys = Effect.fnUntraced(function*(seconds: number) {
    const read = yield* Clock.currentTimeMillis
    if (cache !== undefined && read - cache.read < seconds * 1000) return cache.keys
    const now = yield* Instant.now
    let stored = yield* store.list(environment, now)
    if (stored.length === 0) {
      yield* create(1)
      stored = yield* store.list(environment, now)
    }
    cache = { keys: stored, read }
    return stored
  })

  const current = Effect.flatMap(keys(cacheSeconds), ([newest]) =>
    newest === undefined
      ? Effect.die(new Error(`No key of the ${environment} environment is in use`))
      : Effect.succeed(newest))

  const find = Effect.fnUntraced(function*(key_id: string) {
    const now = yield* Instant.now
    const findIn = (candidates: ReadonlyArray<K>) =>
      candidates.find((key) =>
        key.key_id === key_id && (key.retired_on === null || !Instant.hasPassed(key.retired_on, now))
      )
    return Option.fromUndefinedOr(findIn(yield* keys(cacheSeconds)) ?? findIn(yield* keys(minimumRefreshSeconds)))
  })

  const rotate = transaction.atomically(Effect.gen(function*() {
    const now = yield* Instant.now
    const [newest] = yield* store.list(environment, now)
    const next = (newest?.generation ?? 0) + 1
    yield* create(next)
    yield* store.retireBefore(environment, next, DateTime.add(now, { seconds: cacheSeconds + tokenSeconds }))
    yield* transaction.afterCommit(Effect.sync(() => {
      cache = undefined
    }))
  }))

  const rotateAfter = Effect.fnUntraced(function*(age: Duration.Input) {
    const now = yield* Instant.now
    const [newest] = yield* store.list(environment, now)
    if (newest === undefined) return
    if (Instant.hasPassed(DateTime.addDuration(newest.created_on, age), now)) yield* rotate
  })

  const service: RotatingKeys<K> = { current, verifying: keys(cacheSeconds), find, rotate, rotateAfter }
  return service
})
