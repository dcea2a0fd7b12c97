import { registration } from "../shared/registration.ts"
import { ReportsApi } from "./ReportsApi.ts"

export const reportsSlice = [
  registration(ReportsApi, () => import("./ReportsHandlers.ts"))
] as const
