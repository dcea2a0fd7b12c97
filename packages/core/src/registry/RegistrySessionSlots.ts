import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import { Instant } from "../shared/index.ts"

/** Request of a process for one more session with a registry. */
export interface SlotClaim {
  /** The account at the registry whose sessions are counted. */
  readonly account: string
  /** The holder of the slot: one session pool of one process, by the pool's own id. */
  readonly holder: string
  /** Process of the holder. Null for a program that sends no heartbeats, whose slots end when they expire. */
  readonly process_id: ProcessId | null
  /** Number of sessions that the registry allows the account. */
  readonly sessions: number
  /** True while commands wait for the session. If no slot is free, another process is then asked to release one. */
  readonly urgent: boolean
  /** Expiry of the slot unless it is renewed. */
  readonly until: Instant.Instant
}

export interface HeldSlot {
  readonly slot: number
  /**
   * True if a process with fewer slots waits. The holder releases the slot when no command is running in its session.
   */
  readonly wanted: boolean
}

/**
 * Sessions of an account at a registry, counted over all processes. A slot is one session and its share of the commands
 * per minute that the registry allows. Each slot is a lease, so the slots of an ended process become free.
 */
export class RegistrySessionSlots extends Context.Service<RegistrySessionSlots, {
  /**
   * Takes the lowest free slot from 1 to `sessions`. If none is free, an urgent claim marks one slot of the process
   * with the most slots as wanted. It does so only if the claimant would still have fewer slots, or has none.
   */
  readonly acquire: (claim: SlotClaim) => Effect.Effect<Option.Option<number>>
  /** Extends all slots of the holder until then. Returns the slots that the holder still has. */
  readonly renew: (claim: Omit<SlotClaim, "sessions" | "urgent">) => Effect.Effect<ReadonlyArray<HeldSlot>>
  /** Releases a slot if it belongs to the holder. It can be acquired again from `freeFrom` on. */
  readonly release: (
    slot: { readonly account: string; readonly holder: string; readonly slot: number },
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
  readonly holder: string
  readonly until: Instant.Instant
  readonly wanted: boolean
}

/** Holder of a released slot. */
const noHolder = ""

const localSlots = (): RegistrySessionSlots["Service"] => {
  const accounts = new Map<string, Map<number, LocalSlot>>()
  const slotsOf = (account: string): Map<number, LocalSlot> => {
    const known = accounts.get(account) ?? new Map<number, LocalSlot>()
    accounts.set(account, known)
    return known
  }
  return {
    acquire: Effect.fnUntraced(function*({ account, holder, sessions, until, urgent }) {
      const now = yield* Instant.now
      const slots = slotsOf(account)
      for (let slot = 1; slot <= sessions; slot++) {
        const taken = slots.get(slot)
        if (taken !== undefined && DateTime.isGreaterThan(taken.until, now)) continue
        slots.set(slot, { holder, until, wanted: false })
        return Option.some(slot)
      }
      if (!urgent) return Option.none()
      const taken = [...slots].filter(([slot, lease]) => slot <= sessions && DateTime.isGreaterThan(lease.until, now))
      const wanted = slotToMark(taken, holder)
      if (wanted !== undefined) slots.set(wanted[0], { ...wanted[1], wanted: true })
      return Option.none()
    }),

    renew: ({ account, holder, until }) =>
      Effect.sync(() => {
        const own = [...slotsOf(account)].filter(([, slot]) => slot.holder === holder)
        for (const [slot, { wanted }] of own) slotsOf(account).set(slot, { holder, until, wanted })
        return own.map(([slot, { wanted }]) => ({ slot, wanted })).toSorted((a, b) => a.slot - b.slot)
      }),

    release: ({ account, holder, slot }, freeFrom) =>
      Effect.sync(() => {
        if (slotsOf(account).get(slot)?.holder !== holder) return
        slotsOf(account).set(slot, { holder: noHolder, until: freeFrom, wanted: false })
      }),

    releaseEnded: () => Effect.void
  }
}

/** The highest slot of the process with the most slots, unless one of its slots is marked already. */
const slotToMark = (taken: ReadonlyArray<readonly [slot: number, LocalSlot]>, holder: string) => {
  if (taken.some(([, slot]) => slot.wanted || slot.holder === noHolder)) return undefined
  const heldBy = (of: string) => taken.filter(([, slot]) => slot.holder === of).length
  const own = heldBy(holder)
  return taken
    .filter(([, slot]) => slot.holder !== holder && (own === 0 || heldBy(slot.holder) > own + 1))
    .toSorted(([a, left], [b, right]) => heldBy(right.holder) - heldBy(left.holder) || b - a)[0]
}
