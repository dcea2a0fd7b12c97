import { DateTime } from "effect"
import type { Instant } from "../shared/index.ts"

/** `YYYYMMDD00`, the smallest serial of a day (UTC). */
export const serialOfDay = (now: Instant.Instant): number => {
  const { day, month, year } = DateTime.toPartsUtc(now)
  return ((year * 100 + month) * 100 + day) * 100
}

/**
 * Next serial: the first one of the day if it is greater, otherwise the previous serial plus one. It increases even
 * after more than 100 changes a day or if the clock goes back. It fits 32 bits until the year 4294.
 */
export const nextSerial = (serial: number, now: Instant.Instant): number => Math.max(serial + 1, serialOfDay(now))
