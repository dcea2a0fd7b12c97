import { Layer } from "effect"
import { slice } from "../shared/slice.ts"
import { OrganizationAttributesApi } from "./OrganizationAttributesApi.ts"
import * as OrganizationAttributesHandlers from "./OrganizationAttributesHandlers.ts"
import { OrganizationsApi } from "./OrganizationsApi.ts"
import * as OrganizationsHandlers from "./OrganizationsHandlers.ts"

export const organizationsSlice = slice(
  [OrganizationsApi, OrganizationAttributesApi],
  Layer.mergeAll(OrganizationsHandlers.layer, OrganizationAttributesHandlers.layer)
)
