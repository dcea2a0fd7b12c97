import { OrganizationId } from "@namewright/core/shared"
import { Flag } from "effect/cli"

/** The organization that a command is about. */
export const organizationFlag = Flag.String("organization").pipe(
  Flag.withMetavar("ID"),
  Flag.withDescription("The organization"),
  Flag.withSchema(OrganizationId)
)
