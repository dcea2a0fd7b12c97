import { Schema } from "effect"
import * as TypeId from "./TypeId.ts"

/** Id of an organization; also the `client_id` of its credentials. */
export const OrganizationId = TypeId.schema("organization").pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type
export const newOrganizationId = TypeId.generator("organization", (text) => OrganizationId.make(text))
