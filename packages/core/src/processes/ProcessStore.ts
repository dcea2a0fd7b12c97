import { Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"
import type { Process, ProcessId } from "./Process.ts"

/** Storage port of the running processes. A lease that names a process without a row has ended. */
export class ProcessStore extends Context.Service<ProcessStore, {
  readonly insert: (process: Process) => Effect.Effect<void>
  /** Stores a heartbeat. False if the row was removed. */
  readonly beat: (id: ProcessId, now: Instant.Instant) => Effect.Effect<boolean>
  /** All processes except this one, sorted by id. */
  readonly others: (id: ProcessId) => Effect.Effect<ReadonlyArray<Process>>
  /** Removes a process unless it has sent a heartbeat after `seen_on`. Of concurrent callers, one gets true. */
  readonly end: (id: ProcessId, seen_on: Instant.Instant) => Effect.Effect<boolean>
  readonly remove: (id: ProcessId) => Effect.Effect<void>
}>()("@namewright/core/processes/ProcessStore") {}
