import { Context, Duration } from "effect"

/** How workers behave towards each other and the database. */
export interface JobWorkerSettings {
  /** How often a worker says that it lives. */
  readonly beat: Duration.Duration
  /** After how long a silence its jobs are given to others; several beats. */
  readonly lease: Duration.Duration
  /** How often a worker looks for work when nobody wakes it. */
  readonly poll: Duration.Duration
  /** How long running jobs may go on when the worker stops; then they are interrupted and released. */
  readonly grace: Duration.Duration
}

export const standardWorkerSettings: JobWorkerSettings = {
  beat: Duration.seconds(10),
  lease: Duration.seconds(45),
  poll: Duration.seconds(5),
  grace: Duration.seconds(30)
}

/** The settings of the workers of this installation; the standard ones unless told otherwise. */
export const JobWorkerSettings = Context.Reference<JobWorkerSettings>("@namewright/core/jobs/JobWorkerSettings", {
  defaultValue: () => standardWorkerSettings
})
