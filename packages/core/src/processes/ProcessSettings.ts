import { Context, Duration } from "effect"

/** Timing of the heartbeats of processes. */
export interface ProcessSettings {
  /** Interval of heartbeats, and of observations of the other processes. */
  readonly beat: Duration.Duration
  /**
   * Time after the start of its last stored heartbeat during which a process relies on its leases without reading the
   * storage. The rest of `silence` is reserved for its last command to reach the registry.
   */
  readonly validity: Duration.Duration
  /** Time without a heartbeat, observed by another process, after which a process counts as ended. */
  readonly silence: Duration.Duration
}

export const standardProcessSettings: ProcessSettings = {
  beat: Duration.seconds(1),
  validity: Duration.seconds(4),
  silence: Duration.seconds(6)
}

/** The settings of this installation. */
export const ProcessSettings = Context.Reference<ProcessSettings>("@namewright/core/processes/ProcessSettings", {
  defaultValue: () => standardProcessSettings
})
