import { ZoneDnssec } from "@namewright/core/dns"
import { Effect } from "effect"
import { PlatformApi } from "../PlatformApi.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"

export const layer = group(
  PlatformApi,
  "zoneDnssec",
  Effect.fnUntraced(function*(handlers) {
    const dnssec = yield* ZoneDnssec
    return handlers.handleAll({
      enableZoneDnssec: ({ params }) => Effect.mapError(dnssec.enable(params.zone_name), toProblem),
      disableZoneDnssec: ({ params }) => Effect.mapError(dnssec.disable(params.zone_name), toProblem),
      rollZoneDnssec: ({ params }) => Effect.mapError(dnssec.roll(params.zone_name), toProblem)
    })
  })
)
