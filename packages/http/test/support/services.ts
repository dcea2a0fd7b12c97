import * as Sqlite from "@namewright/adapters-sqlite"
import { EventLog, Events } from "@namewright/core/events"
import { Layer } from "effect"

/** Every service of core over a fresh SQLite database in memory: upper slices first, one line a slice. */
export const services = Layer.mergeAll(Events.layer).pipe(
  Layer.provideMerge(EventLog.layer),
  Layer.provideMerge(Sqlite.layer({ filename: ":memory:" }))
)
