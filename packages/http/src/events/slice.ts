import { slice } from "../shared/slice.ts"
import { EventsApi } from "./EventsApi.ts"
import * as EventsHandlers from "./EventsHandlers.ts"

export const eventsSlice = slice([EventsApi], EventsHandlers.layer)
