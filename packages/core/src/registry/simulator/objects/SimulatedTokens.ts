import type { RegistryRefusal } from "../../RegistryError.ts"
import { magicLabel } from "./MagicLabel.ts"
import { missingParameter, wrongToken } from "./Refusal.ts"

/** The allocation token of simulated registries. */
export const simulatedAllocationToken = "Sandbox-Allocation-Token"

/** Problem of the allocation token of a command (RFC 8495). Only names with a magic label need one. */
export const tokenProblem = (name: string, token: string | null | undefined): RegistryRefusal | undefined => {
  if (magicLabel(name) !== "allocation" || token === simulatedAllocationToken) return undefined
  return token === null || token === undefined || token === ""
    ? missingParameter("The name needs an allocation token")
    : wrongToken("Allocation Token mismatch")
}
