import { Context } from "effect"

/** Environment variables of the process. */
export const Environment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "@namewright/http/cli/Environment",
  { defaultValue: () => process.env }
)
