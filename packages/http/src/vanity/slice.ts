import { registration } from "../shared/registration.ts"
import { VanitySetsApi } from "./VanitySetsApi.ts"

export const vanitySlice = [
  registration(VanitySetsApi, () => import("./VanitySetsHandlers.ts"))
] as const
