import { Context } from "effect"
import type { RegistryDecision } from "../../RegistryIntent.ts"

/** Decision that the registry takes later on the order of this fiber; undefined for its usual treatment. */
export const LaterDecision = Context.Reference<RegistryDecision | undefined>(
  "@namewright/core/registry/simulator/LaterDecision",
  { defaultValue: () => undefined }
)
