import { Layer } from "effect"
import * as OrganizationAttributeStoreSql from "./OrganizationAttributeStoreSql.ts"
import * as OrganizationStoreSql from "./OrganizationStoreSql.ts"

/** The stores of the organizations slice. */
export const layer = Layer.mergeAll(OrganizationStoreSql.layer, OrganizationAttributeStoreSql.layer)
