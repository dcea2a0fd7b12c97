import { Context } from "effect"

/** Decision that the registry takes later on the order of this fiber; undefined for its usual treatment. */
export const LaterDecision = Context.Reference<"approved" | "rejected" | undefined>(
  "@namewright/core/registry/simulator/LaterDecision",
  { defaultValue: () => undefined }
)
