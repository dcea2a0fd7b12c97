import { registration } from "../shared/registration.ts"
import { TldsApi } from "./TldsApi.ts"

export const tldsSlice = [
  registration(TldsApi, () => import("./TldsHandlers.ts"))
] as const
