import { registration } from "../shared/registration.ts"
import { ApprovalsApi } from "./ApprovalsApi.ts"

export const approvalsSlice = [
  registration(ApprovalsApi, () => import("./ApprovalsHandlers.ts"))
] as const
