import { DateTime } from "effect"
import type { Instant } from "../shared/index.ts"

/** `YYYYMMDD00`, the smallest serial of a day (UTC). */
export const serialOfDay = (now: Instant.Instant): number => {
  const { day, month, year } = DateTime.toPartsUtc(now)
  return ((year * 100 + month) * 100 + day) * 100
}

/**
 * The serial after one: of this day where that is more, else the next number, so that it grows when a day has had more
 * than a hundred and when the clock goes backwards. It fits 32 bits until the year 4294.
 */
export const nextSerial = (serial: number, now: Instant.Instant): number => Math.max(serial + 1, serialOfDay(now))
