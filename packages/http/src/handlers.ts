import { Layer } from "effect"
import * as AccessTokensHandlers from "./access/AccessTokensHandlers.ts"
import * as ApiKeysHandlers from "./access/ApiKeysHandlers.ts"
import * as EventsHandlers from "./events/EventsHandlers.ts"

/** The handlers of every group of the interface, one line a slice. */
export const handlers = Layer.mergeAll(
  AccessTokensHandlers.layer,
  ApiKeysHandlers.layer,
  EventsHandlers.layer
)
