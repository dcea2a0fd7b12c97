import { Worker } from "@namewright/core/embed"
import { Duration, Effect } from "effect"

/** Lets the worker generate every pending report. */
export const makeReports = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))
