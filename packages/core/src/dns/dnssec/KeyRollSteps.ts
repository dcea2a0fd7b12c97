import { DateTime, Effect, Option } from "effect"
import { Instant } from "../../shared/index.ts"
import { apexTtl } from "../ApexRrsets.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { ParentDelegation, ttlOf } from "./ParentDelegation.ts"
import type { SigningMoves, SteppingZone } from "./SigningMoves.ts"
import { type Step, taken, waiting } from "./SigningStep.ts"
import type { ZoneKey } from "./ZoneKey.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"

interface Shared extends SigningMoves {
  readonly again: (stepping: SteppingZone, message: string, diagnostic: string) => Effect.Effect<void>
  readonly afterDsTtl: (ttl?: number) => Effect.Effect<Instant.Instant>
  readonly served: (stepping: SteppingZone) => Effect.Effect<Step>
}

/**
 * Key rollover with two signing keys (RFC 6781, section 4.1.2). The new key is served until all caches have it, and its
 * DS is added at the parent. After the DS TTL the old DS is removed, then the old key.
 */
export const makeKeyRollSteps = Effect.fnUntraced(function*({ afterDsTtl, again, move, resign, served }: Shared) {
  const store = yield* ZoneKeyStore
  const zones = yield* ZoneStore
  const parent = yield* ParentDelegation

  /** Time at which no cache has signatures of the old key alone. */
  const seenByCaches = Effect.fnUntraced(function*({ zone: { dns_zone_id } }: SteppingZone) {
    const content = yield* zones.content(dns_zone_id)
    const rrsets = Option.match(content, { onNone: () => [], onSome: (found) => found.rrsets })
    const seconds = rrsets.reduce((longest, { ttl }) => Math.max(longest, ttl), apexTtl)
    return DateTime.add(yield* Instant.now, { seconds })
  })

  const delegated = (stepping: SteppingZone, state: "doubling" | "replacing", keys: ReadonlyArray<ZoneKey>) =>
    move(stepping, { state }, (zone) =>
      Effect.andThen(
        store.delegate(zone.dns_zone_id, keys.map(({ zone_key_id }) => zone_key_id)),
        resign(zone)
      ))

  const dropped = (stepping: SteppingZone, state: "published" | "skipped", keys: ReadonlyArray<ZoneKey>) =>
    move(stepping, { state }, (zone) =>
      Effect.andThen(
        store.remove(keys.map(({ zone_key_id }) => zone_key_id)),
        resign(zone, { dnssec_registry_publish: state })
      ))

  const introduce = Effect.fnUntraced(function*(stepping: SteppingZone) {
    if (stepping.progress.due_on !== null) {
      yield* delegated(stepping, "doubling", stepping.keys)
      return taken
    }
    const found = yield* served(stepping)
    if (found._tag === "Taken") yield* move(stepping, { state: "introducing", due_on: yield* seenByCaches(stepping) })
    return found
  })

  const submit = Effect.fnUntraced(function*(stepping: SteppingZone, next: "doubled" | "retiring") {
    const outcome = yield* parent.replace(stepping.zone, stepping.keys.filter((key) => key.is_delegated))
    if (outcome._tag === "Publishing") return waiting("nameservers", outcome.pause)
    if (outcome._tag === "Deferred" || outcome._tag === "Refused") {
      yield* again(stepping, `The DS records of ${stepping.zone.name} could not be replaced`, outcome.diagnostic)
    } else if (outcome._tag === "Elsewhere" && next === "doubled") {
      // The domain is delegated elsewhere by now, and its parent has the DS of the old key.
      yield* dropped(stepping, "skipped", stepping.keys.slice(1))
    } else {
      yield* move(stepping, { state: next, due_on: yield* afterDsTtl(ttlOf(outcome)) })
    }
    return taken
  })

  return (stepping: SteppingZone): Effect.Effect<Step> => {
    switch (stepping.progress.state) {
      case "introducing":
        return introduce(stepping)
      case "doubling":
        return submit(stepping, "doubled")
      case "doubled":
        return Effect.as(delegated(stepping, "replacing", stepping.keys.slice(-1)), taken)
      case "replacing":
        return submit(stepping, "retiring")
      case "retiring":
        return Effect.as(dropped(stepping, "published", stepping.keys.slice(0, -1)), taken)
      default:
        return Effect.die(new Error(`No step follows ${stepping.progress.state}`))
    }
  }
})
