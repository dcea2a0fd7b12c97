import { registration } from "../shared/registration.ts"
import { BillingApi } from "./BillingApi.ts"

export const billingSlice = [
  registration(BillingApi, () => import("./BillingHandlers.ts"))
] as const
