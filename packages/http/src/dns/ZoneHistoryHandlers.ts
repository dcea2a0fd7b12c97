import { Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { ZoneHistoryApi } from "./ZoneHistoryApi.ts"
import { expectedSerial } from "./ZoneParameters.ts"
import { writtenZone } from "./ZoneWriting.ts"

export const layer = group(
  ZoneHistoryApi,
  Effect.fnUntraced(function*(handlers) {
    const zones = yield* Zones
    return handlers.handleAll({
      listZoneChanges: ({ params, query }) => Effect.mapError(zones.versions(params.zone_name, query), toProblem),
      getZoneChange: ({ params }) => Effect.mapError(zones.version(params.zone_name, params.serial), toProblem),
      restoreZone: ({ headers, params, payload }) =>
        writtenZone(zones.restore(params.zone_name, payload.serial, expectedSerial(headers)))
    })
  })
)
