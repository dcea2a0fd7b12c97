import { registration } from "../shared/registration.ts"
import { BrandingApi } from "./BrandingApi.ts"

export const brandingSlice = [registration(BrandingApi, () => import("./BrandingHandlers.ts"))] as const
