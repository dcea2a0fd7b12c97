import { Clock, Context, Effect, Layer } from "effect"
import { type Actor, PlatformSettings, Transaction } from "../shared/index.ts"

/** Maximum callers in one generation of the cache; the oldest are evicted beyond that. */
const capacity = 10_000

interface CachedActor {
  readonly actor: Actor
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * Cache of actors by credential, so that a busy credential does not cause a read per request. Changes by this process
 * clear the cache at once. Changes by other processes take effect after at most `credential_cache_seconds`.
 */
export class RecentCallers extends Context.Service<RecentCallers, {
  /** The cached actor of this call; undefined if there is none. */
  readonly find: (call: string) => Effect.Effect<Actor | undefined>
  /**
   * Runs `search` and caches its actor until `valid_until` at most, in milliseconds since 1970. Nothing is cached if
   * the cache was cleared during the search.
   */
  readonly search: <E, R>(
    call: string,
    search: Effect.Effect<{ readonly actor: Actor; readonly valid_until: number }, E, R>
  ) => Effect.Effect<Actor, E, R>
  /**
   * Clears the cache after the open transaction has committed, or at once if none is open. Call it after each change of
   * a credential, a role, an IP restriction or the state of an organization.
   */
  readonly forget: Effect.Effect<void>
}>()("@namewright/core/access/RecentCallers") {
  static readonly layer = Layer.effect(
    RecentCallers,
    Effect.gen(function*() {
      const transaction = yield* Transaction
      const lifetime = (yield* PlatformSettings).credential_cache_seconds * 1000
      // Two generations: dropping the older one bounds the number of callers and the time for which their actors are
      // cached.
      let newer = new Map<string, CachedActor>()
      let older = new Map<string, CachedActor>()
      let newerSince = 0
      let changes = 0

      const store = (call: string, caller: CachedActor, now: number) => {
        if (now - newerSince >= lifetime || newer.size >= capacity) {
          older = now - newerSince < 2 * lifetime ? newer : new Map()
          newer = new Map()
          newerSince = now
        }
        newer.set(call, caller)
      }

      return RecentCallers.of({
        find: (call) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const caller = newer.get(call) ?? older.get(call)
            return caller !== undefined && now < caller.until ? caller.actor : undefined
          }),

        search: Effect.fnUntraced(function*(call, search) {
          const before = changes
          const { actor, valid_until } = yield* search
          const now = yield* Clock.currentTimeMillis
          const until = Math.min(now + lifetime, valid_until)
          if (before === changes && now < until) store(call, { actor, until }, now)
          return actor
        }),

        forget: transaction.afterCommit(Effect.sync(() => {
          changes++
          newer.clear()
          older.clear()
        }))
      })
    })
  )
}
