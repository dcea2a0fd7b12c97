import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import { Instant } from "../shared/index.ts"

/** What a process asks for that wants to open one more session with a registry. */
export interface SlotClaim {
  /** The account at the registry whose sessions are counted. */
  readonly account: string
  /** Who holds the slot: one pool of sessions in one process, by an id of its own. */
  readonly holder: string
  /** The process of the holder; null for a program that sends no heartbeats, whose slots end by time. */
  readonly process_id: ProcessId | null
  /** How many sessions the registry allows the account. */
  readonly sessions: number
  /** Whether work waits for it, so that another process is to release one if none is free. */
  readonly urgent: boolean
  /** The slot is the holder's until then, unless it is renewed. */
  readonly until: Instant.Instant
}

export interface HeldSlot {
  readonly slot: number
  /** Somebody who holds less cannot get one: it is to be given up when nothing is under way in its session. */
  readonly wanted: boolean
}

/**
 * How many sessions an account has at a registry, over all processes. A slot is one session and its share
 * of the commands that the registry allows in a minute; who holds it is a lease, so that the slots of a process that
 * is gone become free.
 */
export class RegistrySessionSlots extends Context.Service<RegistrySessionSlots, {
  /**
   * The lowest slot from 1 to `sessions` that nobody holds. Where there is none, an urgent claim marks one slot of
   * the process with the most slots as wanted, if the claimant would still have fewer, or none.
   */
  readonly acquire: (claim: SlotClaim) => Effect.Effect<Option.Option<number>>
  /** Keeps all slots of the holder until then; answers those that are still the holder's. */
  readonly renew: (claim: Omit<SlotClaim, "sessions" | "urgent">) => Effect.Effect<ReadonlyArray<HeldSlot>>
  /** Gives a slot up, if it is the holder's; others can have it from `freeFrom` on. */
  readonly release: (
    slot: { readonly account: string; readonly holder: string; readonly slot: number },
    freeFrom: Instant.Instant
  ) => Effect.Effect<void>
  /** Releases the slots of an account whose processes have ended; they are free from `freeFrom` on, or when they expire. */
  readonly releaseEnded: (account: string, freeFrom: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/registry/RegistrySessionSlots") {
  /** Slots of one process, for tests and for tools that run alone. */
  static readonly layerLocal = Layer.effect(RegistrySessionSlots, Effect.sync(() => localSlots()))
}

interface LocalSlot {
  readonly holder: string
  readonly until: Instant.Instant
  readonly wanted: boolean
}

/** Nobody: a slot that was given up. */
const nobody = ""

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
      const taken = [...slots].filter(([slot, held]) => slot <= sessions && DateTime.isGreaterThan(held.until, now))
      const wanted = slotToAskFor(taken, holder)
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
        slotsOf(account).set(slot, { holder: nobody, until: freeFrom, wanted: false })
      }),

    releaseEnded: () => Effect.void
  }
}

/** The highest slot of the process with the most slots, unless one of its slots is marked already. */
const slotToAskFor = (taken: ReadonlyArray<readonly [slot: number, LocalSlot]>, holder: string) => {
  if (taken.some(([, slot]) => slot.wanted || slot.holder === nobody)) return undefined
  const heldBy = (of: string) => taken.filter(([, slot]) => slot.holder === of).length
  const own = heldBy(holder)
  return taken
    .filter(([, slot]) => slot.holder !== holder && (own === 0 || heldBy(slot.holder) > own + 1))
    .toSorted(([a, left], [b, right]) => heldBy(right.holder) - heldBy(left.holder) || b - a)[0]
}
