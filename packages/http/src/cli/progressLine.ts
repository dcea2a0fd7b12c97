import type { Batch } from "@namewright/core/jobs"

const width = 30

/** Start of watching a batch: elapsed seconds, and its state then. */
export interface Watched {
  readonly seconds: number
  readonly from: Batch
}

/** Progress of a batch in one line: a bar, counts, and the remaining time at the pace since watching began. */
export const progressLine = (batch: Batch, { from, seconds }: Watched): string => {
  const done = ended(batch)
  const full = Math.floor(width * done / Math.max(batch.total, 1))
  const pace = seconds > 0 ? (done - ended(from)) / seconds : 0
  const parts = [
    `[${"#".repeat(full)}${".".repeat(width - full)}] ${batch.progress_percentage.toFixed(1).padStart(5)} %`,
    `${count(done)} of ${count(batch.total)}`,
    ...partOf(batch.running, "running"),
    ...partOf(batch.paused, "paused"),
    ...partOf(batch.failed + batch.dead_letter, "failed"),
    ...partOf(batch.canceled, "cancelled"),
    ...(batch.status === "complete" ? ["complete"] : pace > 0 ? [remaining((batch.total - done) / pace)] : [])
  ]
  return parts.join("  ")
}

const ended = ({ canceled, dead_letter, failed, succeeded }: Batch): number =>
  succeeded + failed + canceled + dead_letter

const count = (number: number): string => number.toLocaleString("en")

const partOf = (number: number, state: string): ReadonlyArray<string> =>
  number === 0 ? [] : [`${count(number)} ${state}`]

const remaining = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`
