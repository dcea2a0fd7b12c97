import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import { Instant } from "../shared/index.ts"

/** Request of a process for one more session with a registry. */
export interface SlotRequest {
  /** The account at the registry whose sessions are counted. */
  readonly account: string
  /** The pool_id of the slot: one session pool of one process, by the pool's own id. */
  readonly pool_id: string
  /** Process of the pool_id. Null for a program that sends no heartbeats, whose slots end when they expire. */
  readonly process_id: ProcessId | null
  /** Number of sessions that the registry allows the account. */
  readonly sessions: number
  /** True while commands wait for the session. If no slot is free, another process is then asked to release one. */
  readonly urgent: boolean
  /** Expiry of the slot unless it is renewed. */
  readonly until: Instant.Instant
}

export interface OwnSlot {
  readonly slot: number
  /**
   * True if a process with fewer slots waits. The pool_id releases the slot when no command is running in its session.
   */
  readonly wanted: boolean
}

/**
 * Sessions of an account at a registry, counted over all processes. A slot is one session and its share of the commands
 * per minute that the registry allows. Each slot is a lease, so the slots of an ended process become free.
 */
export class RegistrySessionSlots extends Context.Service<RegistrySessionSlots, {
  /**
   * Acquires the lowest free slot from 1 to `sessions`. If none is free, an urgent request marks one slot of the process
   * with the most slots as wanted. It does so only if the requesting pool would still have fewer slots, or has none.
   */
  readonly acquire: (request: SlotRequest) => Effect.Effect<Option.Option<number>>
  /** Extends all slots of the pool_id until then. Returns the slots that the pool_id still has. */
  readonly renew: (request: Omit<SlotRequest, "sessions" | "urgent">) => Effect.Effect<ReadonlyArray<OwnSlot>>
  /** Releases a slot if it belongs to the pool_id. It can be acquired again from `freeFrom` on. */
  readonly release: (
    slot: { readonly account: string; readonly pool_id: string; readonly slot: number },
    freeFrom: Instant.Instant
  ) => Effect.Effect<void>
  /**
   * Releases the slots of an account whose processes have ended. They are free from `freeFrom` on, or at their expiry.
   */
  readonly releaseEnded: (account: string, freeFrom: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/registry/RegistrySessionSlots") {
  /** Slots of one process, for tests and for tools that run as the only process. */
  static readonly layerLocal = Layer.effect(RegistrySessionSlots, Effect.sync(() => localSlots()))
}

interface LocalSlot {
  readonly pool_id: string
  readonly until: Instant.Instant
  readonly wanted: boolean
}

/** Pool of a released slot. */
const noPool = ""

const localSlots = (): RegistrySessionSlots["Service"] => {
  const accounts = new Map<string, Map<number, LocalSlot>>()
  const slotsOf = (account: string): Map<number, LocalSlot> => {
    const known = accounts.get(account) ?? new Map<number, LocalSlot>()
    accounts.set(account, known)
    return known
  }
  return {
    acquire: Effect.fnUntraced(function*({ account, pool_id, sessions, until, urgent }) {
      const now = yield* Instant.now
      const slots = slotsOf(account)
      for (let slot = 1; slot <= sessions; slot++) {
        const taken = slots.get(slot)
        if (taken !== undefined && DateTime.isGreaterThan(taken.until, now)) continue
        slots.set(slot, { pool_id, until, wanted: false })
        return Option.some(slot)
      }
      if (!urgent) return Option.none()
      const taken = [...slots].filter(([slot, lease]) => slot <= sessions && DateTime.isGreaterThan(lease.until, now))
      const wanted = slotToMark(taken, pool_id)
      if (wanted !== undefined) slots.set(wanted[0], { ...wanted[1], wanted: true })
      return Option.none()
    }),

    renew: ({ account, pool_id, until }) =>
      Effect.sync(() => {
        const own = [...slotsOf(account)].filter(([, slot]) => slot.pool_id === pool_id)
        for (const [slot, { wanted }] of own) slotsOf(account).set(slot, { pool_id, until, wanted })
        return own.map(([slot, { wanted }]) => ({ slot, wanted })).toSorted((a, b) => a.slot - b.slot)
      }),

    release: ({ account, pool_id, slot }, freeFrom) =>
      Effect.sync(() => {
        if (slotsOf(account).get(slot)?.pool_id !== pool_id) return
        slotsOf(account).set(slot, { pool_id: noPool, until: freeFrom, wanted: false })
      }),

    releaseEnded: () => Effect.void
  }
}

/** The highest slot of the process with the most slots, unless one of its slots is marked already. */
const slotToMark = (taken: ReadonlyArray<readonly [slot: number, LocalSlot]>, pool_id: string) => {
  if (taken.some(([, slot]) => slot.wanted || slot.pool_id === noPool)) return undefined
  const countOf = (of: string) => taken.filter(([, slot]) => slot.pool_id === of).length
  const own = countOf(pool_id)
  return taken
    .filter(([, slot]) => slot.pool_id !== pool_id && (own === 0 || countOf(slot.pool_id) > own + 1))
    .toSorted(([a, left], [b, right]) => countOf(right.pool_id) - countOf(left.pool_id) || b - a)[0]
}
