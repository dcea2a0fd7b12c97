import { DateTime, Duration } from "effect"
import type { Process, ProcessId } from "./Process.ts"
import type { ProcessSettings } from "./ProcessSettings.ts"

/**
 * Readings of a machine's two clocks, in milliseconds. Neither alone detects both a suspension and a clock correction.
 */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** Milliseconds between two moments, by the clock with the larger difference; infinite if the time was set back. */
export const elapsed = (since: Moment, now: Moment): number =>
  now.wall < since.wall ? Infinity : Math.max(now.wall - since.wall, now.monotonic - since.monotonic)

interface Observation {
  readonly seen: number
  /** Milliseconds without a new heartbeat. */
  readonly silent: number
}

/**
 * Heartbeats of the other processes, as observed by one process. It measures the time between its own observations,
 * because clocks of machines differ. A longer pause counts as two intervals, because the storage may have been
 * unreachable for all processes.
 */
export class Liveness {
  readonly #settings: ProcessSettings
  #observed = new Map<ProcessId, Observation>()
  #last = 0

  constructor(settings: ProcessSettings) {
    this.#settings = settings
  }

  /** The processes that count as ended. `monotonic` is in milliseconds. */
  ended(processes: ReadonlyArray<Process>, monotonic: number): ReadonlyArray<Process> {
    const { beat, silence } = this.#settings
    const passed = Math.min(monotonic - this.#last, 2 * Duration.toMillis(beat))
    this.#last = monotonic
    const silentFor = ({ process_id, seen_on }: Process) => {
      const previous = this.#observed.get(process_id)
      return previous?.seen === DateTime.toEpochMillis(seen_on) ? previous.silent + passed : 0
    }
    const silences = processes.map((process) => ({ process, silent: silentFor(process) }))
    this.#observed = new Map(silences.map(({ process: { process_id, seen_on }, silent }) => [
      process_id,
      { seen: DateTime.toEpochMillis(seen_on), silent }
    ]))
    return silences.filter(({ silent }) => silent >= Duration.toMillis(silence)).map(({ process }) => process)
  }
}
