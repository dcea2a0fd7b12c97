import { DateTime, Effect } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * Seconds until another mail may be sent, if at most `perDay` are sent in 24 hours; 0 if one may be sent now. `sentOn` are
 * the times of the newest mails, newest first.
 */
export const secondsToNextMail = Effect.fnUntraced(function*(sentOn: ReadonlyArray<Instant.Instant>, perDay: number) {
  const oldest = sentOn[perDay - 1]
  if (oldest === undefined) return 0
  const allowedOn = DateTime.add(oldest, { hours: 24 })
  return Math.max(0, DateTime.toEpochSeconds(allowedOn) - DateTime.toEpochSeconds(yield* Instant.now))
})
