import { Duration } from "effect"
import type { SigningState } from "./ZoneSigningState.ts"

/** The next step waits for an external condition. */
export interface Waiting {
  readonly _tag: "Waiting"
  readonly for: "nameservers" | "registry" | "time"
  readonly pause: Duration.Duration
}

/** Result of a step: taken, or waiting. */
export type Step = Waiting | { readonly _tag: "Taken" }

/** State of a zone after its steps. */
export type Advance =
  | { readonly _tag: "Final"; readonly state: SigningState }
  | Waiting
  /** Another request has started, or the zone was deleted. */
  | { readonly _tag: "Overtaken" }

export const taken: Step = { _tag: "Taken" }

export const waiting = (reason: Waiting["for"], pause: Duration.Duration): Waiting => ({
  _tag: "Waiting",
  for: reason,
  pause
})

/**
 * Pauses in seconds after each deferred submission, 945 in sum; after the last one the submission is abandoned. Source:
 * REST specification, "DNSSEC enable".
 */
export const deferralPauses = [15, 30, 60, 120, 240, 480] as const

/** Longest pause between attempts of a step that must succeed, in seconds. */
const longestPause = 3600

/**
 * Pause before nameservers are checked again: a quarter of the time for which they are behind, from 1 second to 1
 * minute.
 */
export const publicationPause = (behind: Duration.Duration): Duration.Duration =>
  Duration.clamp(Duration.times(behind, 0.25), { minimum: Duration.seconds(1), maximum: Duration.minutes(1) })

/** Pause before the next attempt of a step that must succeed; the first attempt is 1. */
export const pauseAfterAttempt = (attempt: number): Duration.Duration =>
  Duration.seconds(Math.min(deferralPauses[0] * 2 ** Math.min(attempt - 1, 10), longestPause))
