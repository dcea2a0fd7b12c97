import type { NameAvailability } from "@namewright/core/registry"
import { normalise } from "@namewright/core/shared"
import { Effect } from "effect"
import type { LaunchCheck } from "../../message/CommandExtension.ts"
import type { LaunchChecked } from "../../message/ResponseExtension.ts"
import { CommandRefused } from "../Handlers.ts"

/** The names with a recorded trademark, and the keys of their notices. */
export const claimsChecked = (
  { phase, type }: LaunchCheck,
  names: ReadonlyArray<string>,
  found: ReadonlyMap<string, NameAvailability>
): Effect.Effect<LaunchChecked, CommandRefused> => {
  if (type === "claims" && phase !== undefined && phase.phase !== "claims") {
    return Effect.fail(new CommandRefused({ code: 2306, text: `there is no ${phase.phase} phase` }))
  }
  return Effect.succeed({
    ...(phase === undefined ? {} : { phase }),
    names: names.map((name) => {
      const key = found.get(normalise(name))?.claims_key ?? null
      return { name, exists: key !== null, claimKeys: key === null ? [] : [{ key }] }
    })
  })
}
