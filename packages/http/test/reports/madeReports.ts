import { Worker } from "@namewright/core/embed"
import { Duration, Effect } from "effect"

/** Lets the worker make every report that waits. */
export const makeReports = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))
