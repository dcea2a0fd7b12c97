import { OrganizationId } from "@namewright/core/shared"
import { Flag } from "effect/cli"

/** Organization of a command. */
export const organizationFlag = Flag.String("organization").pipe(
  Flag.withMetavar("ID"),
  Flag.withDescription("The organization"),
  Flag.withSchema(OrganizationId)
)
