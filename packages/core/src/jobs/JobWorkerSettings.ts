import { Context, Duration } from "effect"

/** Intervals of workers. */
export interface JobWorkerSettings {
  /** Interval of heartbeats. */
  readonly beat: Duration.Duration
  /** Time without a heartbeat after which other workers requeue the jobs of a worker; several times `beat`. */
  readonly lease: Duration.Duration
  /** Polling interval without wake-up signals. */
  readonly poll: Duration.Duration
  /** Time that running jobs have when the worker stops. After it they are interrupted and requeued. */
  readonly grace: Duration.Duration
}

export const standardWorkerSettings: JobWorkerSettings = {
  beat: Duration.seconds(10),
  lease: Duration.seconds(45),
  poll: Duration.seconds(5),
  grace: Duration.seconds(30)
}

/** Settings of the workers of this installation; default `standardWorkerSettings`. */
export const JobWorkerSettings = Context.Reference<JobWorkerSettings>("@namewright/core/jobs/JobWorkerSettings", {
  defaultValue: () => standardWorkerSettings
})
