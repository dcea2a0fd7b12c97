import { Layer } from "effect"
import * as EventsHandlers from "./events/EventsHandlers.ts"

/** The handlers of every group of the interface, one line a slice. */
export const handlers = Layer.mergeAll(
  EventsHandlers.layer
)
