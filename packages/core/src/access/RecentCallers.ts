import { Clock, Context, Effect, Layer } from "effect"
import { type Actor, PlatformSettings, Transaction } from "../shared/index.ts"

/** Callers remembered in one lifetime of the memory; beyond that the oldest are read again. */
const capacity = 10_000

interface Remembered {
  readonly actor: Actor
  /** Milliseconds since 1970. */
  readonly until: number
}

/**
 * Who called in the last seconds, so that a busy credential does not cost a read on every request. What this process
 * changes takes effect at once, because the change forgets everybody; what another process changes takes effect here
 * after `credential_cache_seconds` at the latest.
 */
export class RecentCallers extends Context.Service<RecentCallers, {
  /** The actor behind this call, if it was found lately. */
  readonly find: (call: string) => Effect.Effect<Actor | undefined>
  /**
   * Runs `search` and remembers whom it found, but no longer than `valid_until` in milliseconds since 1970. What was
   * searched for while something changed is not remembered.
   */
  readonly search: <E, R>(
    call: string,
    search: Effect.Effect<{ readonly actor: Actor; readonly valid_until: number }, E, R>
  ) => Effect.Effect<Actor, E, R>
  /**
   * Forgets everybody once the open transaction has committed, at once when none is open. To be called by code that
   * changes a credential, a role, an IP restriction, or the state of an organization.
   */
  readonly forget: Effect.Effect<void>
}>()("@namewright/core/access/RecentCallers") {
  static readonly layer = Layer.effect(
    RecentCallers,
    Effect.gen(function*() {
      const transaction = yield* Transaction
      const lifetime = (yield* PlatformSettings).credential_cache_seconds * 1000
      // Two generations: dropping the elder bounds both the number of callers and how long their credentials are held.
      let younger = new Map<string, Remembered>()
      let elder = new Map<string, Remembered>()
      let born = 0
      let changes = 0

      const remember = (call: string, caller: Remembered, now: number) => {
        if (now - born >= lifetime || younger.size >= capacity) {
          elder = now - born < 2 * lifetime ? younger : new Map()
          younger = new Map()
          born = now
        }
        younger.set(call, caller)
      }

      return RecentCallers.of({
        find: (call) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const caller = younger.get(call) ?? elder.get(call)
            return caller !== undefined && now < caller.until ? caller.actor : undefined
          }),

        search: Effect.fnUntraced(function*(call, search) {
          const before = changes
          const { actor, valid_until } = yield* search
          const now = yield* Clock.currentTimeMillis
          const until = Math.min(now + lifetime, valid_until)
          if (before === changes && now < until) remember(call, { actor, until }, now)
          return actor
        }),

        forget: transaction.afterCommit(Effect.sync(() => {
          changes++
          younger.clear()
          elder.clear()
        }))
      })
    })
  )
}
