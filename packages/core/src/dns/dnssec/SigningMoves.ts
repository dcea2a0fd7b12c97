import { DateTime, Effect, Option } from "effect"
import { type Instant, Transaction } from "../../shared/index.ts"
import type { DnssecRegistryPublish, Zone } from "../Zone.ts"
import { ZoneChanges, type ZoneEdit } from "../ZoneChanges.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { ParentDelegation } from "./ParentDelegation.ts"
import type { ZoneKey } from "./ZoneKey.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"
import { signingTransitions, type ZoneSigningProgress } from "./ZoneSigningState.ts"

/** Days after which nameservers get new signatures: half of the validity of signatures. */
const renewalDays = 7

/** A zone in its signing state, with its keys, the oldest first. */
export interface SteppingZone {
  readonly progress: ZoneSigningProgress
  readonly zone: Zone
  readonly keys: ReadonlyArray<ZoneKey>
}

/** Changed members of the progress. Attempts and due times are reset unless they are set here. */
export type NextProgress =
  & Pick<ZoneSigningProgress, "state">
  & Partial<Omit<ZoneSigningProgress, "dns_zone_id" | "generation" | "serial">>

/** Time at which signatures made now are renewed. */
export const renewalOf = (now: Instant.Instant): Instant.Instant => DateTime.add(now, { days: renewalDays })

/**
 * Transitions of the signing state. Progress, keys, the zone's row and the mark of its domain change in one
 * transaction.
 */
export const makeSigningMoves = Effect.gen(function*() {
  const store = yield* ZoneKeyStore
  const zones = yield* ZoneStore
  const changes = yield* ZoneChanges
  const parent = yield* ParentDelegation
  const transaction = yield* Transaction

  const load = Effect.fnUntraced(function*(progress: ZoneSigningProgress) {
    const { dns_zone_id } = progress
    const zone = yield* zones.find(dns_zone_id)
    const keys = (yield* store.ofZones([dns_zone_id])).get(dns_zone_id) ?? []
    return Option.map(zone, (found): SteppingZone => ({ progress, zone: found, keys }))
  })

  /** Writes a new serial for changed keys or records about them; in a transaction. */
  const resign = Effect.fnUntraced(function*(
    { dns_zone_id, serial }: Zone,
    edit: ZoneEdit["zone"] = {},
    rrsets: ZoneEdit["rrsets"] = []
  ) {
    const change = yield* Effect.orDie(
      changes.change(dns_zone_id, "dnssec", () => Effect.succeed({ rrsets, zone: edit, is_signed_anew: true }))
    )
    return change?.after.serial ?? serial
  })

  /** Stores the outcome of the DS publication; served data do not change. In a transaction. */
  const storeOutcome = Effect.fnUntraced(function*(zone: Zone, dnssec_registry_publish: DnssecRegistryPublish | null) {
    if (zone.dnssec_registry_publish === dnssec_registry_publish) return
    yield* Effect.orDie(
      changes.change(
        zone.dns_zone_id,
        "dnssec",
        () => Effect.succeed({ rrsets: [], zone: { dnssec_registry_publish } })
      )
    )
  })

  /** Writes of a transition. Returns the new serial that nameservers must serve, if any. */
  type Work = (zone: Zone) => Effect.Effect<number | void>

  const moved = Effect.fnUntraced(function*({ progress: from }: SteppingZone, next: NextProgress, work: Work) {
    const zone = yield* zones.lock(from.dns_zone_id)
    const current = yield* store.lockProgress(from.dns_zone_id)
    const isThere = Option.exists(
      current,
      ({ attempts, generation, state }) =>
        generation === from.generation && state === from.state && attempts === from.attempts
    )
    if (!isThere || Option.isNone(zone)) {
      return false
    }
    if (!signingTransitions[from.state].includes(next.state)) {
      return yield* Effect.die(new Error(`No transition from ${from.state} to ${next.state}`))
    }
    const serial = yield* work(zone.value)
    yield* store.saveProgress({
      ...from,
      due_on: null,
      attempts: 0,
      diagnostic: null,
      ...next,
      serial: serial ?? from.serial
    })
    return true
  })

  /** Moves a zone to the next state in one transaction. False if it has left the state in which it was found. */
  const move = (stepping: SteppingZone, next: NextProgress, work: Work = () => Effect.void): Effect.Effect<boolean> =>
    transaction.atomically(moved(stepping, next, work))

  /** As `move`, for work that marks the zone's domain, which is locked before the zone. */
  const moveWithParent = (stepping: SteppingZone, next: NextProgress, work: Work): Effect.Effect<boolean> =>
    transaction.atomically(Effect.andThen(parent.lock(stepping.zone), moved(stepping, next, work)))

  /** Ends a submission: stores its outcome, and removes the mark of the domain; in `moveWithParent`. */
  const recordPublish = (publish: DnssecRegistryPublish | null) => (zone: Zone): Effect.Effect<void> =>
    Effect.andThen(storeOutcome(zone, publish), parent.setPending(zone, false))

  return { load, resign, storeOutcome, move, moveWithParent, recordPublish }
})

export type SigningMoves = Effect.Success<typeof makeSigningMoves>
