import { DateTime, Duration } from "effect"
import type { Instant } from "../shared/index.ts"

/** Period in which an authority suggests a renewal, and the pause until it should be read again. */
export interface RenewalWindow {
  readonly starts_on: Instant.Instant
  readonly ends_on: Instant.Instant
  /** `Retry-After` of the response, in seconds. */
  readonly retry_after: number
}

/** Shortest and longest pause until renewal information is read again, in seconds. Source: RFC 9773, section 4.3. */
const rereading = { minimum: 3_600, maximum: 86_400 }

/** Attempts after which the next authority is used. */
export const attemptsPerAuthority = 3

/**
 * A certificate is reported if it expires within `expiry` and its renewal was due `delay` ago, or if it was requested `issue` ago
 * and none was issued.
 */
export const overdue = { expiry: Duration.days(7), delay: Duration.hours(6), issue: Duration.days(1) }

const seconds = (from: Instant.Instant, to: Instant.Instant): number =>
  Math.round((DateTime.toEpochMillis(to) - DateTime.toEpochMillis(from)) / 1000)

/** Time of the renewal without information of the authority: at two thirds of the validity, however long it is. */
export const standardRenewal = (
  { expires_on, valid_from }: { readonly valid_from: Instant.Instant; readonly expires_on: Instant.Instant }
): Instant.Instant => DateTime.add(valid_from, { seconds: Math.floor(seconds(valid_from, expires_on) * 2 / 3) })

/**
 * Time of the renewal in a suggested window. A time that was chosen before is kept while the window contains it; otherwise a
 * random one is chosen: `random` is at least 0 and less than 1. Source: RFC 9773, section 4.2.
 */
export const renewalIn = (
  { ends_on, starts_on }: RenewalWindow,
  chosen: Instant.Instant | null,
  random: number
): Instant.Instant => {
  const isInside = chosen !== null && DateTime.isGreaterThanOrEqualTo(chosen, starts_on)
    && DateTime.isLessThanOrEqualTo(chosen, ends_on)
  return isInside ? chosen : DateTime.add(starts_on, { seconds: Math.floor(seconds(starts_on, ends_on) * random) })
}

/** Time at which renewal information is read again. */
export const nextReading = ({ retry_after }: RenewalWindow, now: Instant.Instant): Instant.Instant =>
  DateTime.add(now, { seconds: Math.min(rereading.maximum, Math.max(rereading.minimum, retry_after)) })

/** Pauses after refused attempts, in minutes: at most four attempts in an hour, of which authorities allow five. */
const refusalPauses = [15, 60, 240, 720, 1440]

/** Pauses after attempts in which the authority did not answer, in minutes. */
const unavailablePauses = [1, 5, 15, 60]

/** Pause after a refusal of further orders if the authority names none, and the longest accepted one, in seconds. */
const limitPause = { standard: 3_600, maximum: 7 * 86_400 }

const pauseAt = (pauses: ReadonlyArray<number>, failures: number): number =>
  (pauses[Math.min(failures, pauses.length - 1)] ?? 0) * 60

/** Pauses after failed checks before an order, in minutes. */
const checkPauses = [1, 5, 15, 60, 360]

/** Time of the next check; `failures` are those before the failed one. */
export const nextCheck = (failures: number, now: Instant.Instant): Instant.Instant =>
  DateTime.add(now, { seconds: pauseAt(checkPauses, failures) })

/** Time of the attempt that follows a failed one; `failures` are those before it, `retry_after` is in seconds. */
export const nextAttempt = (
  reason: "refused" | "rateLimited" | "unavailable",
  { failures, retry_after }: { readonly failures: number; readonly retry_after: number | null },
  now: Instant.Instant
): Instant.Instant => {
  const { maximum, standard } = limitPause
  const pause = reason === "rateLimited"
    ? Math.min(maximum, Math.max(60, retry_after ?? standard))
    : Math.max(
      pauseAt(reason === "refused" ? refusalPauses : unavailablePauses, failures),
      Math.min(maximum, retry_after ?? 0)
    )
  return DateTime.add(now, { seconds: pause })
}
