import type { Processes } from "@namewright/core/processes"
import { newCommandId, RegistrySessionSlots } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Option } from "effect"
import { windowMillis } from "./RateWindow.ts"
import type { Seat } from "./Seat.ts"

/** Duration of a slot lease. Slots of an ended process are free after that. */
const lease = Duration.minutes(3)
/** Interval of lease renewals. */
export const leaseBeat = Duration.seconds(30)
/**
 * Time without a renewal after which nothing is sent: when another process takes over the lease, no command of this one
 * may count in the minute of the registry.
 */
const silenceMillis = 110_000

/** Slot leases of one pool. Storage failures are logged and treated as "no slot now". */
export interface SlotLeases {
  /** Leases a free slot. If work is waiting, other processes are requested to release one. */
  readonly acquire: (urgent: boolean) => Effect.Effect<Option.Option<number>>
  /** Renews all leases. Returns the seats that were lost and those that other processes request. */
  readonly renew: (seats: ReadonlyArray<Seat>) => Effect.Effect<{
    readonly lost: ReadonlyArray<Seat>
    readonly wanted: ReadonlyArray<Seat>
  }>
  /** Releases the slot from `freeFrom` on, in milliseconds since 1970. */
  readonly release: (slot: number, freeFrom: number) => Effect.Effect<void>
  /** Releases the slots of ended processes, from `freeFrom` on as above. */
  readonly releaseEnded: (freeFrom: number) => Effect.Effect<void>
}

export const makeSlotLeases = Effect.fnUntraced(function*(
  account: string,
  sessions: number,
  processes: Processes["Service"] | undefined
) {
  const slots = yield* RegistrySessionSlots
  const pool_id = yield* newCommandId
  const claim = Effect.gen(function*() {
    const process_id = processes === undefined ? null : yield* processes.current
    return { account, pool_id, process_id, until: DateTime.addDuration(yield* Instant.now, lease) }
  })
  const nowMillis = Effect.map(DateTime.now, DateTime.toEpochMillis)
  let renewed = yield* nowMillis
  /** Slots in use. Storage may have more, if a release failed. */
  const owned = new Set<number>()
  /** Number of claims made, and of claims answered. */
  let [claimed, answered] = [0, 0]

  const releaseSlot = (slot: number, freeFrom: number) =>
    Effect.flatMap(Instant.now, (now) => slots.release({ account, pool_id, slot }, later(now, freeFrom)))

  const acquired = Effect.fnUntraced(function*(urgent: boolean) {
    claimed++
    const slot = yield* Effect.ensuring(
      Effect.flatMap(claim, (wanted) => slots.acquire({ ...wanted, sessions, urgent })),
      Effect.sync(() => answered++)
    )
    if (Option.isSome(slot)) owned.add(slot.value)
    return slot
  })

  const renewal = Effect.fnUntraced(function*(seats: ReadonlyArray<Seat>) {
    const before = claimed
    const renewedSlots = new Map((yield* slots.renew(yield* claim)).map(({ slot, wanted }) => [slot, wanted]))
    renewed = yield* nowMillis
    const isComplete = before === answered && before === claimed
    const unknownSlots = isComplete ? [...renewedSlots.keys()].filter((slot) => !owned.has(slot)) : []
    for (const slot of unknownSlots) yield* releaseSlot(slot, renewed + windowMillis)
    return {
      lost: seats.filter(({ slot }) => !renewedSlots.has(slot)),
      wanted: seats.filter(({ slot }) => renewedSlots.get(slot) === true)
    }
  })

  const leases: SlotLeases = {
    acquire: (urgent) =>
      Effect.catchCause(
        acquired(urgent),
        (cause) => Effect.as(Effect.logWarning("The sessions of all processes cannot be counted", cause), Option.none())
      ),

    renew: (seats) =>
      Effect.catchCause(renewal(seats), (cause) =>
        Effect.gen(function*() {
          yield* Effect.logWarning("The sessions of this process cannot be kept for it", cause)
          const silence = (yield* nowMillis) - renewed
          return { lost: silence > silenceMillis ? seats : [], wanted: [] }
        })).pipe(Effect.tap(({ lost }) => Effect.sync(() => lost.forEach(({ slot }) => owned.delete(slot))))),

    release: (slot, freeFrom) => {
      owned.delete(slot)
      return Effect.catchCause(
        releaseSlot(slot, freeFrom),
        (cause) => Effect.logWarning("A session of this process cannot be left to others", cause)
      )
    },

    releaseEnded: (freeFrom) => Effect.flatMap(Instant.now, (now) => slots.releaseEnded(account, later(now, freeFrom)))
  }
  return leases
})

/** The later of now and a time in milliseconds, in whole seconds. */
const later = (now: Instant.Instant, millis: number): Instant.Instant =>
  millis === -Infinity ? now : DateTime.max(now, DateTime.makeUnsafe(Math.ceil(millis / 1000) * 1000))
