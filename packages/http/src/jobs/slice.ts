import { registration } from "../shared/registration.ts"
import { JobsApi } from "./JobsApi.ts"

export const jobsSlice = [
  registration(JobsApi, () => import("./JobsHandlers.ts"))
] as const
