import { registration } from "../shared/registration.ts"
import { InvoicesApi } from "./InvoicesApi.ts"

export const invoicesSlice = [
  registration(InvoicesApi, () => import("./InvoicesHandlers.ts"))
] as const
