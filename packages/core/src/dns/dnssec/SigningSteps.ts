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
import { finalStates } from "./ZoneSigningState.ts"

/** Takes the steps of signing in order, from the stored state. */
export const makeSigningSteps = Effect.gen(function*() {
  const store = yield* ZoneKeyStore
  const publications = yield* ZonePublications
  const parent = yield* ParentDelegation
  const children = yield* ChildDelegations
  const { dns } = yield* PlatformSettings
  const moves = yield* makeSigningMoves
  const { load, move, moveWithParent, recordPublish, resign, storeOutcome } = moves

  /** Waits until every nameserver serves the serial. A nameserver that is long behind is queried less often. */
  const served = Effect.fnUntraced(function*({ progress, zone }: SteppingZone) {
    // Another zone of the name is served, or the name is not proven.
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

  /** Time at which caches no longer have the former DS records. */
  const afterDsTtl = (ttl: number = dns.parent_ds_ttl_seconds) =>
    Effect.map(Instant.now, (now) => DateTime.add(now, { seconds: ttl }))

  /** The registry has deferred the DS too often: signing is undone, or the state becomes `failed`. */
  const giveUp = (stepping: SteppingZone, diagnostic: string) => {
    const { is_exposed, retreats } = stepping.progress
    const message = `The DS records of ${stepping.zone.name} could not be published`
    const notifyOwner = (zone: SteppingZone["zone"]) => parent.notifyOfFailure(zone, message, diagnostic)
    if (!retreats) {
      return moveWithParent(
        stepping,
        { state: "failed", diagnostic },
        (zone) => Effect.andThen(recordPublish("failed")(zone), notifyOwner(zone))
      )
    }
    return moveWithParent(
      stepping,
      { state: is_exposed ? "withdrawing" : "retreating", diagnostic },
      (zone) =>
        Effect.gen(function*() {
          yield* parent.setPending(zone, false)
          yield* notifyOwner(zone)
          return yield* resign(zone, { dnssec_status: "disabled", dnssec_registry_publish: null })
        })
    )
  }

  const deferred = Effect.fnUntraced(function*(stepping: SteppingZone, diagnostic: string) {
    const attempts = stepping.progress.attempts + 1
    const pause = deferralPauses[attempts - 1]
    if (pause === undefined) return yield* giveUp(stepping, diagnostic)
    const due_on = DateTime.add(yield* Instant.now, { seconds: pause })
    return yield* moveWithParent(
      stepping,
      { state: "deferred", attempts, due_on, diagnostic },
      (zone) => Effect.andThen(storeOutcome(zone, "deferred"), parent.setPending(zone, true))
    )
  })

  const submitted = (stepping: SteppingZone, outcome: Exclude<DelegationOutcome, { readonly _tag: "Publishing" }>) => {
    switch (outcome._tag) {
      case "Done":
        return moveWithParent(stepping, { state: "published", is_exposed: true }, recordPublish("published"))
      case "Elsewhere":
        return moveWithParent(stepping, { state: "skipped", is_exposed: true }, recordPublish("skipped"))
      case "Deferred":
        return deferred(stepping, outcome.diagnostic)
      case "Refused":
        return moveWithParent(stepping, { state: "failed", diagnostic: outcome.diagnostic }, recordPublish("failed"))
    }
  }

  const submit = Effect.fnUntraced(function*(stepping: SteppingZone) {
    const delegated = stepping.keys.filter((key) => key.is_delegated)
    const outcome = yield* parent.replace(stepping.zone, delegated)
    if (outcome._tag === "Publishing") return waiting("nameservers", outcome.pause)
    yield* submitted(stepping, outcome)
    return taken
  })

  const unsign = (stepping: SteppingZone) =>
    move(stepping, { state: "unsigned", is_exposed: false }, (zone) =>
      Effect.gen(function*() {
        yield* store.remove(stepping.keys.map(({ zone_key_id }) => zone_key_id))
        const rrsets = yield* children.signingChanges(zone, false)
        return yield* resign(zone, { dnssec_registry_publish: null }, rrsets)
      }))

  /**
   * Ends an abandoned submission: withdraws the DS if the registry has one all the same, otherwise unsigns the zone.
   */
  const retreat = Effect.fnUntraced(function*(stepping: SteppingZone) {
    const holds = yield* Effect.option(parent.holds(stepping.zone))
    if (Option.isNone(holds)) return waiting("registry", Duration.seconds(deferralPauses[0]))
    yield* holds.value === false ? unsign(stepping) : move(stepping, { state: "withdrawing", is_exposed: true })
    return taken
  })

  /** Withdraws the DS. Repeated until it succeeds, because a zone must not be unsigned while its DS exists. */
  const withdraw = Effect.fnUntraced(function*(stepping: SteppingZone) {
    const outcome = yield* parent.withdraw(stepping.zone, stepping.keys)
    if (outcome._tag === "Publishing") return waiting("nameservers", outcome.pause)
    if (outcome._tag === "Done" || outcome._tag === "Elsewhere") {
      const due_on = yield* afterDsTtl(ttlOf(outcome))
      yield* move(stepping, { state: "withdrawn", due_on, is_exposed: true }, (zone) => storeOutcome(zone, "withdrawn"))
      return taken
    }
    yield* again(stepping, `The DS records of ${stepping.zone.name} could not be withdrawn`, outcome.diagnostic)
    return taken
  })

  /** Schedules another attempt of a step. If it was delayed for long, the owner is notified once. */
  const again = Effect.fnUntraced(function*(stepping: SteppingZone, message: string, diagnostic: string) {
    const attempts = stepping.progress.attempts + 1
    const due_on = DateTime.addDuration(yield* Instant.now, pauseAfterAttempt(attempts))
    yield* move(
      stepping,
      { state: stepping.progress.state, attempts, due_on, diagnostic },
      (zone) => attempts === deferralPauses.length ? parent.notifyOfFailure(zone, message, diagnostic) : Effect.void
    )
  })

  const roll = yield* makeKeyRollSteps({ ...moves, again, afterDsTtl, served })

  const step = (stepping: SteppingZone): Effect.Effect<Step> => {
    switch (stepping.progress.state) {
      case "signing":
        return served(stepping).pipe(
          Effect.tap((found) => found._tag === "Taken" ? move(stepping, { state: "submitting" }) : Effect.void)
        )
      case "submitting":
      case "deferred":
        return submit(stepping)
      case "retreating":
        return retreat(stepping)
      case "withdrawing":
        return withdraw(stepping)
      case "withdrawn":
        return Effect.as(unsign(stepping), taken)
      default:
        return roll(stepping)
    }
  }

  const advanceOnce = Effect.fnUntraced(function*(zone: ZoneId, generation: number) {
    const progress = yield* store.progress(zone)
    if (Option.isNone(progress) || progress.value.generation !== generation) return { _tag: "Overtaken" } as const
    const { state } = progress.value
    if (finalStates.has(state)) return { _tag: "Final", state } as const
    const stepping = yield* load(progress.value)
    if (Option.isNone(stepping)) return { _tag: "Overtaken" } as const
    const due = yield* isDue(stepping.value)
    return due._tag === "Waiting" ? due : yield* step(stepping.value)
  })

  /** Takes steps until the state is final or a step has to wait. */
  const advance = Effect.fn("ZoneSigning.advance")(function*(zone: ZoneId, generation: number) {
    let found: Advance | Step = taken
    while (found._tag === "Taken") found = yield* advanceOnce(zone, generation)
    return found
  })

  return { ...moves, advance }
})
