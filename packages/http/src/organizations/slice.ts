import { registration } from "../shared/registration.ts"
import { OrganizationAttributesApi } from "./OrganizationAttributesApi.ts"
import { OrganizationsApi } from "./OrganizationsApi.ts"

export const organizationsSlice = [
  registration(OrganizationsApi, () => import("./OrganizationsHandlers.ts")),
  registration(OrganizationAttributesApi, () => import("./OrganizationAttributesHandlers.ts"))
] as const
