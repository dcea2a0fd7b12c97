import { registration } from "../shared/registration.ts"
import { BrandingApi } from "./BrandingApi.ts"
import { WhitelabelApi } from "./WhitelabelApi.ts"

export const brandingSlice = [
  registration(BrandingApi, () => import("./BrandingHandlers.ts")),
  registration(WhitelabelApi, () => import("./WhitelabelHandlers.ts"))
] as const
