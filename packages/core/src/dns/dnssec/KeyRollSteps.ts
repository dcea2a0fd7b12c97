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
  readonly again: (at: SteppingZone, message: string, diagnostic: string) => Effect.Effect<void>
  readonly afterDsTtl: (ttl?: number) => Effect.Effect<Instant.Instant>
  readonly served: (at: SteppingZone) => Effect.Effect<Step>
}

/**
 * From one key to another while both sign (RFC 6781, section 4.1.2): the new key is served until every cache has seen it,
 * the parent gets its DS beside the old one, and when caches have both, the old DS and then the old key go.
 */
export const makeKeyRollSteps = Effect.fnUntraced(function*({ afterDsTtl, again, move, resign, served }: Shared) {
  const store = yield* ZoneKeyStore
  const zones = yield* ZoneStore
  const parent = yield* ParentDelegation

  /** Nobody has a signature any more that only the old key has made. */
  const seenByCaches = Effect.fnUntraced(function*({ zone: { dns_zone_id } }: SteppingZone) {
    const content = yield* zones.content(dns_zone_id)
    const rrsets = Option.match(content, { onNone: () => [], onSome: (found) => found.rrsets })
    const seconds = rrsets.reduce((longest, { ttl }) => Math.max(longest, ttl), apexTtl)
    return DateTime.add(yield* Instant.now, { seconds })
  })

  const delegated = (at: SteppingZone, state: "doubling" | "replacing", keys: ReadonlyArray<ZoneKey>) =>
    move(at, { state }, (zone) =>
      Effect.andThen(
        store.delegate(zone.dns_zone_id, keys.map(({ zone_key_id }) => zone_key_id)),
        resign(zone)
      ))

  const dropped = (at: SteppingZone, state: "published" | "skipped", keys: ReadonlyArray<ZoneKey>) =>
    move(at, { state }, (zone) =>
      Effect.andThen(
        store.remove(keys.map(({ zone_key_id }) => zone_key_id)),
        resign(zone, { dnssec_registry_publish: state })
      ))

  const introduce = Effect.fnUntraced(function*(at: SteppingZone) {
    if (at.progress.due_on !== null) {
      yield* delegated(at, "doubling", at.keys)
      return taken
    }
    const found = yield* served(at)
    if (found._tag === "Taken") yield* move(at, { state: "introducing", due_on: yield* seenByCaches(at) })
    return found
  })

  const submit = Effect.fnUntraced(function*(at: SteppingZone, next: "doubled" | "retiring") {
    const outcome = yield* parent.replace(at.zone, at.keys.filter((key) => key.is_delegated))
    if (outcome._tag === "Publishing") return waiting("nameservers", outcome.pause)
    if (outcome._tag === "Deferred" || outcome._tag === "Refused") {
      yield* again(at, `The DS records of ${at.zone.name} could not be exchanged`, outcome.diagnostic)
    } else if (outcome._tag === "Elsewhere" && next === "doubled") {
      // The domain has left; its new home knows the old key.
      yield* dropped(at, "skipped", at.keys.slice(1))
    } else {
      yield* move(at, { state: next, due_on: yield* afterDsTtl(ttlOf(outcome)) })
    }
    return taken
  })

  return (at: SteppingZone): Effect.Effect<Step> => {
    switch (at.progress.state) {
      case "introducing":
        return introduce(at)
      case "doubling":
        return submit(at, "doubled")
      case "doubled":
        return Effect.as(delegated(at, "replacing", at.keys.slice(-1)), taken)
      case "replacing":
        return submit(at, "retiring")
      case "retiring":
        return Effect.as(dropped(at, "published", at.keys.slice(0, -1)), taken)
      default:
        return Effect.die(new Error(`No step follows on ${at.progress.state}`))
    }
  }
})
