import { slice } from "../shared/slice.ts"
import { BillingApi } from "./BillingApi.ts"
import * as BillingHandlers from "./BillingHandlers.ts"

export const billingSlice = slice([BillingApi], BillingHandlers.layer)
