import { registration } from "../shared/registration.ts"
import { EventsApi } from "./EventsApi.ts"

export const eventsSlice = [
  registration(EventsApi, () => import("./EventsHandlers.ts"))
] as const
