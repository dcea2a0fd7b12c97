import type { Batch } from "@namewright/core/jobs"

const width = 30

/** Since when a batch is watched, and how it stood then. */
export interface Watched {
  readonly seconds: number
  readonly from: Batch
}

/** One line that says how far a batch is: a bar, counts, and how long the rest takes at the pace since the watch began. */
export const progressLine = (batch: Batch, { from, seconds }: Watched): string => {
  const done = ended(batch)
  const full = Math.floor(width * done / Math.max(batch.total, 1))
  const pace = seconds > 0 ? (done - ended(from)) / seconds : 0
  const parts = [
    `[${"#".repeat(full)}${".".repeat(width - full)}] ${batch.progress_percentage.toFixed(1).padStart(5)} %`,
    `${count(done)} of ${count(batch.total)}`,
    ...stated(batch.running, "running"),
    ...stated(batch.paused, "paused"),
    ...stated(batch.failed + batch.dead_letter, "failed"),
    ...stated(batch.canceled, "cancelled"),
    ...(batch.status === "complete" ? ["complete"] : pace > 0 ? [remaining((batch.total - done) / pace)] : [])
  ]
  return parts.join("  ")
}

const ended = ({ canceled, dead_letter, failed, succeeded }: Batch): number =>
  succeeded + failed + canceled + dead_letter

const count = (number: number): string => number.toLocaleString("en")

const stated = (number: number, what: string): ReadonlyArray<string> => number === 0 ? [] : [`${count(number)} ${what}`]

const remaining = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`
