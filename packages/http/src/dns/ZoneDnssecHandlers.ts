import { ZoneDnssec } from "@namewright/core/dns"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ZoneDnssecApi } from "./ZoneDnssecApi.ts"

export const layer = group(
  ZoneDnssecApi,
  Effect.fnUntraced(function*(handlers) {
    const dnssec = yield* ZoneDnssec
    return handlers.handleAll({
      enableZoneDnssec: ({ params }) => Effect.mapError(dnssec.enable(params.zone_name), toProblem),
      disableZoneDnssec: ({ params }) => Effect.mapError(dnssec.disable(params.zone_name), toProblem),
      rollZoneDnssec: ({ params }) => Effect.mapError(dnssec.roll(params.zone_name), toProblem)
    })
  })
)
