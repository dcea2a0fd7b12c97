import { domainList } from "@namewright/core/domains"
import { OrganizationId } from "@namewright/core/shared"
import { Schema } from "effect"
import { listParameters } from "../shared/ListParameters.ts"

/** Query of the list of domains. */
export const domainParameters = {
  ...listParameters(domainList),
  /** Suborganization whose domains are listed; default: the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}
