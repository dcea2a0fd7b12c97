import { registration } from "../shared/registration.ts"
import { AvailabilityApi } from "./AvailabilityApi.ts"

export const availabilitySlice = [
  registration(AvailabilityApi, () => import("./AvailabilityHandlers.ts"))
] as const
