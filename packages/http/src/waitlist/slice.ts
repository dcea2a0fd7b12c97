import { registration } from "../shared/registration.ts"
import { WaitlistApi } from "./WaitlistApi.ts"

export const waitlistSlice = [registration(WaitlistApi, () => import("./WaitlistHandlers.ts"))] as const
