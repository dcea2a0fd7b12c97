import { Clock, DateTime, Effect, Option } from "effect"
import { type Environment, Instant, PlatformSettings, Transaction } from "../shared/index.ts"

/** Seconds for which a process holds the keys it has read, so that it may sign with a key that another has replaced. */
const heldSeconds = 60

/** Seconds between two reads that unknown key ids can cause, so that made-up tokens do not keep the database busy. */
const patienceSeconds = 1

/** A key that signs for a while, and verifies for longer. The youngest generation of an environment signs. */
export interface RotatingKey {
  readonly key_id: string
  readonly environment: Environment
  /** Counts from 1. */
  readonly generation: number
  readonly created_on: Instant.Instant
  /** From this moment on it verifies nothing; null while that is not decided. */
  readonly retired_on: Instant.Instant | null
}

/** Where keys of one sort are kept. */
export interface RotatingKeyStore<K extends RotatingKey> {
  /** Every key of the environment that is not retired at `now`, the youngest generation first. */
  readonly list: (environment: Environment, now: Instant.Instant) => Effect.Effect<ReadonlyArray<K>>
  /** Adds a key, unless another process has added one of its generation; true if it was added. */
  readonly insert: (key: K) => Effect.Effect<boolean>
  /** Decides when every older generation of the environment retires, where that is not decided. */
  readonly retireBefore: (environment: Environment, generation: number, at: Instant.Instant) => Effect.Effect<void>
}

/** Keys of one sort, shared by every process over one database. The first is made when it is first needed. */
export interface RotatingKeys<K extends RotatingKey> {
  /** The key that signs. */
  readonly current: Effect.Effect<K>
  /** All keys that verify, the one that signs first. */
  readonly verifying: Effect.Effect<ReadonlyArray<K>>
  /** A key that verifies; those at hand are read again if it is not among them. */
  readonly find: (key_id: string) => Effect.Effect<Option.Option<K>>
  /** Signs with a new key from now on. Older keys verify until the last token that they signed has expired. */
  readonly rotate: Effect.Effect<void>
}

/** What a sort of keys has of its own. `tokenSeconds` is how long that lives which they sign. */
export const makeRotatingKeys = Effect.fnUntraced(function*<K extends RotatingKey>(
  { create: material, store, tokenSeconds }: {
    readonly store: RotatingKeyStore<K>
    readonly create: (key: Omit<RotatingKey, "key_id">) => Effect.Effect<K>
    readonly tokenSeconds: number
  }
) {
  const transaction = yield* Transaction
  const { environment } = yield* PlatformSettings
  let held: { readonly keys: ReadonlyArray<K>; readonly read: number } | undefined

  const create = Effect.fnUntraced(function*(generation: number) {
    const created_on = yield* Instant.now
    yield* store.insert(yield* material({ environment, generation, created_on, retired_on: null }))
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
      ? Effect.die(new Error(`No key of the ${environment} environment is in use`))
      : Effect.succeed(youngest))

  const find = Effect.fnUntraced(function*(key_id: string) {
    const now = yield* Instant.now
    const among = (some: ReadonlyArray<K>) =>
      some.find((key) => key.key_id === key_id && (key.retired_on === null || !Instant.hasPassed(key.retired_on, now)))
    return Option.fromUndefinedOr(among(yield* keys(heldSeconds)) ?? among(yield* keys(patienceSeconds)))
  })

  const rotate = transaction.atomically(Effect.gen(function*() {
    const now = yield* Instant.now
    const [youngest] = yield* store.list(environment, now)
    const next = (youngest?.generation ?? 0) + 1
    yield* create(next)
    yield* store.retireBefore(environment, next, DateTime.add(now, { seconds: heldSeconds + tokenSeconds }))
    yield* transaction.afterCommit(Effect.sync(() => {
      held = undefined
    }))
  }))

  const made: RotatingKeys<K> = { current, verifying: keys(heldSeconds), find, rotate }
  return made
})
