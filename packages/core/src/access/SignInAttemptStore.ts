import { type Array as Arr, Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"

/** How often something was tried in a span of time. */
export interface AttemptCount {
  /** What is counted, as a hash. */
  readonly subject: string
  readonly attempts: number
  /** When counting begins anew. */
  readonly expires_on: Instant.Instant
}

/** Storage port of what was tried to sign in, shared by all processes. */
export class SignInAttemptStore extends Context.Service<SignInAttemptStore, {
  /**
   * Counts one attempt for each subject, before anybody knows whether it succeeds, so that many at once are not let
   * through. What has expired is counted from one again, until `until`.
   */
  readonly take: (
    subjects: Arr.NonEmptyReadonlyArray<string>,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<AttemptCount>>
  /** Takes one attempt back. */
  readonly giveBack: (subject: string) => Effect.Effect<void>
  readonly forget: (subject: string) => Effect.Effect<void>
  /** Removes at most `limit` of what has expired; answers how many. */
  readonly removeExpired: (now: Instant.Instant, limit: number) => Effect.Effect<number>
}>()("@namewright/core/access/SignInAttemptStore") {}
