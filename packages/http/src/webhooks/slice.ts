import { registration } from "../shared/registration.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

export const webhooksSlice = [
  registration(WebhooksApi, () => import("./WebhooksHandlers.ts"))
] as const
