import { registration } from "../shared/registration.ts"
import { UsageApi } from "./UsageApi.ts"

export const usageSlice = [registration(UsageApi, () => import("./UsageHandlers.ts"))] as const
