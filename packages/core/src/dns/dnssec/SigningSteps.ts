import { DateTime, Duration, Effect, Option } from "effect"
import { Instant, PlatformSettings } from "../../shared/index.ts"
import { ChildDelegations } from "../delegation/ChildDelegations.ts"
import { ZonePublications } from "../publication/ZonePublications.ts"
import type { ZoneId } from "../Zone.ts"
import { makeKeyRollSteps } from "./KeyRollSteps.ts"
import { type DelegationOutcome, ParentDelegation, ttlOf } from "./ParentDelegation.ts"
import { makeSigningMoves, type SteppingZone } from "./SigningMoves.ts"
import {
  type Advance,
  deferralPauses,
  pauseAfterAttempt,
  publicationPause,
  type Step,
  taken,
  waiting
} from "./SigningStep.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"
import { settledStates } from "./ZoneSigningState.ts"

/** Steps of signing, one after the other, from the stored state. */
export const makeSigningSteps = Effect.gen(function*() {
  const store = yield* ZoneKeyStore
  const publications = yield* ZonePublications
  const parent = yield* ParentDelegation
  const children = yield* ChildDelegations
  const { dns } = yield* PlatformSettings
  const moves = yield* makeSigningMoves
  const { load, move, moveWithParent, resign, settled, tell } = moves

  /** Waits until every nameserver serves the serial. A nameserver that is long behind is queried less often. */
  const served = Effect.fnUntraced(function*({ progress, zone }: SteppingZone) {
    // Its name belongs to somebody else for now, or nobody has proven whose it is.
    if (!zone.is_served) return waiting("nameservers", Duration.minutes(1))
    const first = (yield* publications.ofZone(zone)).find(({ serial_served }) =>
      serial_served === null || serial_served < progress.serial
    )
    if (first === undefined) return taken
    return waiting("nameservers", publicationPause(DateTime.distance(first.wanted_on, yield* Instant.now)))
  })

  const isDue = Effect.fnUntraced(function*({ progress: { due_on, state } }: SteppingZone) {
    const now = yield* Instant.now
    if (due_on === null || Instant.hasPassed(due_on, now)) return taken
    return waiting(state === "deferred" ? "registry" : "time", DateTime.distance(now, due_on))
  })

  /** When caches have forgotten what the parent had before. */
  const afterDsTtl = (ttl: number = dns.parent_ds_ttl_seconds) =>
    Effect.map(Instant.now, (now) => DateTime.add(now, { seconds: ttl }))

  /** The registry has put the DS off too often: signing is undone, or at least nobody goes on trying. */
  const giveUp = (at: SteppingZone, diagnostic: string) => {
    const { is_exposed, retreats } = at.progress
    const message = `The DS records of ${at.zone.name} could not be published`
    const told = (zone: SteppingZone["zone"]) => parent.tellOfFailure(zone, message, diagnostic)
    if (!retreats) {
      return moveWithParent(
        at,
        { state: "failed", diagnostic },
        (zone) => Effect.andThen(settled("failed")(zone), told(zone))
      )
    }
    return moveWithParent(
      at,
      { state: is_exposed ? "withdrawing" : "retreating", diagnostic },
      (zone) =>
        Effect.gen(function*() {
          yield* parent.setPending(zone, false)
          yield* told(zone)
          return yield* resign(zone, { dnssec_status: "disabled", dnssec_registry_publish: null })
        })
    )
  }

  const deferred = Effect.fnUntraced(function*(at: SteppingZone, diagnostic: string) {
    const attempts = at.progress.attempts + 1
    const pause = deferralPauses[attempts - 1]
    if (pause === undefined) return yield* giveUp(at, diagnostic)
    const due_on = DateTime.add(yield* Instant.now, { seconds: pause })
    return yield* moveWithParent(
      at,
      { state: "deferred", attempts, due_on, diagnostic },
      (zone) => Effect.andThen(tell(zone, "deferred"), parent.setPending(zone, true))
    )
  })

  const submitted = (at: SteppingZone, outcome: Exclude<DelegationOutcome, { readonly _tag: "Publishing" }>) => {
    switch (outcome._tag) {
      case "Done":
        return moveWithParent(at, { state: "published", is_exposed: true }, settled("published"))
      case "Elsewhere":
        return moveWithParent(at, { state: "skipped", is_exposed: true }, settled("skipped"))
      case "Deferred":
        return deferred(at, outcome.diagnostic)
      case "Refused":
        return moveWithParent(at, { state: "failed", diagnostic: outcome.diagnostic }, settled("failed"))
    }
  }

  const submit = Effect.fnUntraced(function*(at: SteppingZone) {
    const delegated = at.keys.filter((key) => key.is_delegated)
    const outcome = yield* parent.replace(at.zone, delegated)
    if (outcome._tag === "Publishing") return waiting("nameservers", outcome.pause)
    yield* submitted(at, outcome)
    return taken
  })

  const unsign = (at: SteppingZone) =>
    move(at, { state: "unsigned", is_exposed: false }, (zone) =>
      Effect.gen(function*() {
        yield* store.remove(at.keys.map(({ zone_key_id }) => zone_key_id))
        const rrsets = yield* children.signingChanges(zone, false)
        return yield* resign(zone, { dnssec_registry_publish: null }, rrsets)
      }))

  /** Whether the registry took the DS although nobody was told. */
  const retreat = Effect.fnUntraced(function*(at: SteppingZone) {
    const holds = yield* Effect.option(parent.holds(at.zone))
    if (Option.isNone(holds)) return waiting("registry", Duration.seconds(deferralPauses[0]))
    yield* holds.value === false ? unsign(at) : move(at, { state: "withdrawing", is_exposed: true })
    return taken
  })

  /** Nothing is unsigned while its DS stands, so this is tried until it is done. */
  const withdraw = Effect.fnUntraced(function*(at: SteppingZone) {
    const outcome = yield* parent.withdraw(at.zone, at.keys)
    if (outcome._tag === "Publishing") return waiting("nameservers", outcome.pause)
    if (outcome._tag === "Done" || outcome._tag === "Elsewhere") {
      const due_on = yield* afterDsTtl(ttlOf(outcome))
      yield* move(at, { state: "withdrawn", due_on, is_exposed: true }, (zone) => tell(zone, "withdrawn"))
      return taken
    }
    yield* again(at, `The DS records of ${at.zone.name} could not be withdrawn`, outcome.diagnostic)
    return taken
  })

  /** Tries a step again later; if it was delayed for long, the owner is notified once. */
  const again = Effect.fnUntraced(function*(at: SteppingZone, message: string, diagnostic: string) {
    const attempts = at.progress.attempts + 1
    const due_on = DateTime.addDuration(yield* Instant.now, pauseAfterAttempt(attempts))
    yield* move(
      at,
      { state: at.progress.state, attempts, due_on, diagnostic },
      (zone) => attempts === deferralPauses.length ? parent.tellOfFailure(zone, message, diagnostic) : Effect.void
    )
  })

  const roll = yield* makeKeyRollSteps({ ...moves, again, afterDsTtl, served })

  const step = (at: SteppingZone): Effect.Effect<Step> => {
    switch (at.progress.state) {
      case "signing":
        return served(at).pipe(
          Effect.tap((found) => found._tag === "Taken" ? move(at, { state: "submitting" }) : Effect.void)
        )
      case "submitting":
      case "deferred":
        return submit(at)
      case "retreating":
        return retreat(at)
      case "withdrawing":
        return withdraw(at)
      case "withdrawn":
        return Effect.as(unsign(at), taken)
      default:
        return roll(at)
    }
  }

  const advanceOnce = Effect.fnUntraced(function*(zone: ZoneId, generation: number) {
    const progress = yield* store.progress(zone)
    if (Option.isNone(progress) || progress.value.generation !== generation) return { _tag: "Overtaken" } as const
    const { state } = progress.value
    if (settledStates.has(state)) return { _tag: "Settled", state } as const
    const at = yield* load(progress.value)
    if (Option.isNone(at)) return { _tag: "Overtaken" } as const
    const due = yield* isDue(at.value)
    return due._tag === "Waiting" ? due : yield* step(at.value)
  })

  /** Goes on until nothing is left to be done, or something has to be waited for. */
  const advance = Effect.fn("ZoneSigning.advance")(function*(zone: ZoneId, generation: number) {
    let found: Advance | Step = taken
    while (found._tag === "Taken") found = yield* advanceOnce(zone, generation)
    return found
  })

  return { ...moves, advance }
})
