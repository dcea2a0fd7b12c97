import type { Processes } from "@namewright/core/processes"
import { newCommandId, RegistrySessionSlots } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Option } from "effect"
import { windowMillis } from "./RateWindow.ts"
import type { Seat } from "./Seat.ts"

/** How long a slot is ours without a word; those of a process that is gone are free after that. */
const lease = Duration.minutes(3)
/** How often the leases are renewed. */
export const leaseBeat = Duration.seconds(30)
/**
 * Without a renewal for so long nothing more is sent: when the lease ends and somebody else begins, nothing of ours
 * may count in the minute of the registry.
 */
const silenceMillis = 110_000

/** What one pool holds of the account's slots. Failures of the storage are logged, and count as "not now". */
export interface SlotLeases {
  /** A free slot; where work waits for it, others are asked for one of theirs. */
  readonly acquire: (urgent: boolean) => Effect.Effect<Option.Option<number>>
  /** Renews all leases; answers the seats that are not ours any more, and those that others ask for. */
  readonly renew: (seats: ReadonlyArray<Seat>) => Effect.Effect<{
    readonly lost: ReadonlyArray<Seat>
    readonly wanted: ReadonlyArray<Seat>
  }>
  /** Others may have the slot from `freeFrom` on, in milliseconds since 1970. */
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
  const holder = yield* newCommandId
  const claim = Effect.gen(function*() {
    const process_id = processes === undefined ? null : yield* processes.current
    return { account, holder, process_id, until: DateTime.addDuration(yield* Instant.now, lease) }
  })
  const nowMillis = Effect.map(DateTime.now, DateTime.toEpochMillis)
  let renewed = yield* nowMillis
  /** Slots that are in use here. The storage may know of more: of those it did not hear the release of. */
  const owned = new Set<number>()
  /** Claims that were made, and those of them that were answered. */
  let [claimed, answered] = [0, 0]

  const giveBack = (slot: number, freeFrom: number) =>
    Effect.flatMap(Instant.now, (now) => slots.release({ account, holder, slot }, later(now, freeFrom)))

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
    const held = new Map((yield* slots.renew(yield* claim)).map(({ slot, wanted }) => [slot, wanted]))
    renewed = yield* nowMillis
    const isComplete = before === answered && before === claimed
    const strays = isComplete ? [...held.keys()].filter((slot) => !owned.has(slot)) : []
    for (const slot of strays) yield* giveBack(slot, renewed + windowMillis)
    return {
      lost: seats.filter(({ slot }) => !held.has(slot)),
      wanted: seats.filter(({ slot }) => held.get(slot) === true)
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
        giveBack(slot, freeFrom),
        (cause) => Effect.logWarning("A session of this process cannot be left to others", cause)
      )
    },

    releaseEnded: (freeFrom) => Effect.flatMap(Instant.now, (now) => slots.releaseEnded(account, later(now, freeFrom)))
  }
  return leases
})

/** The later of now and a moment in milliseconds, in whole seconds. */
const later = (now: Instant.Instant, millis: number): Instant.Instant =>
  millis === -Infinity ? now : DateTime.max(now, DateTime.makeUnsafe(Math.ceil(millis / 1000) * 1000))
