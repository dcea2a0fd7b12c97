import { type Array as Arr, Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"

/** Number of attempts in a time window. */
export interface AttemptCount {
  /** Hash of the counted subject. */
  readonly subject: string
  readonly attempts: number
  /** End of the window. */
  readonly expires_on: Instant.Instant
}

/** Storage port of the counts of sign-in attempts, shared by all processes. */
export class SignInAttemptStore extends Context.Service<SignInAttemptStore, {
  /**
   * Counts one attempt for each subject before its outcome is known, so that concurrent attempts cannot exceed the
   * limit. Expired counts start again at one, and end at `until`.
   */
  readonly take: (
    subjects: Arr.NonEmptyReadonlyArray<string>,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<AttemptCount>>
  /** Subtracts one attempt. */
  readonly giveBack: (subject: string) => Effect.Effect<void>
  readonly forget: (subject: string) => Effect.Effect<void>
  /** Removes at most `limit` expired counts. Returns their number. */
  readonly removeExpired: (now: Instant.Instant, limit: number) => Effect.Effect<number>
}>()("@namewright/core/access/SignInAttemptStore") {}
