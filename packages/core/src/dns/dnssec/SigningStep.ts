import { Duration } from "effect"
import type { SigningState } from "./ZoneSigningState.ts"

/** Something that has to come from elsewhere before the next step. */
export interface Waiting {
  readonly _tag: "Waiting"
  readonly for: "nameservers" | "registry" | "time"
  readonly pause: Duration.Duration
}

/** What a step came to: it was taken, or something has to be waited for. */
export type Step = Waiting | { readonly _tag: "Taken" }

/** How far a zone came. */
export type Advance =
  | { readonly _tag: "Settled"; readonly state: SigningState }
  | Waiting
  /** Another request has taken over, or the zone is gone. */
  | { readonly _tag: "Overtaken" }

export const taken: Step = { _tag: "Taken" }

export const waiting = (reason: Waiting["for"], pause: Duration.Duration): Waiting => ({
  _tag: "Waiting",
  for: reason,
  pause
})

/**
 * Pauses in seconds after each submission that a registry put off, 945 in sum; after the last one it is given up.
 * Source: REST specification, "DNSSEC enable".
 */
export const deferralPauses = [15, 30, 60, 120, 240, 480] as const

/** What cannot be given up is tried again at least this often, in seconds. */
const longestPause = 3600

/** The pause before nameservers are looked at again, which have been behind for so long. */
export const publicationPause = (behind: Duration.Duration): Duration.Duration =>
  Duration.clamp(Duration.times(behind, 0.25), { minimum: Duration.seconds(1), maximum: Duration.minutes(1) })

/** The pause before another try of what has to be done in the end; the first attempt is 1. */
export const pauseAfterAttempt = (attempt: number): Duration.Duration =>
  Duration.seconds(Math.min(deferralPauses[0] * 2 ** Math.min(attempt - 1, 10), longestPause))
