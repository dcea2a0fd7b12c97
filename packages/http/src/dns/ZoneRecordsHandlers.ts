import { Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { expectedSerial } from "./ZoneParameters.ts"
import { ZoneRecordsApi } from "./ZoneRecordsApi.ts"
import { writeAnswer } from "./ZoneWriting.ts"

export const layer = group(
  ZoneRecordsApi,
  Effect.fnUntraced(function*(handlers) {
    const zones = yield* Zones
    return handlers.handleAll({
      replaceZoneRrsets: ({ headers, params, payload }) =>
        writeAnswer(headers, zones.replaceRrsets(params.zone_name, payload, expectedSerial(headers))),
      patchZoneRrsets: ({ headers, params, payload }) =>
        writeAnswer(headers, zones.patchRrsets(params.zone_name, payload, expectedSerial(headers))),
      patchZoneRecords: ({ headers, params, payload }) =>
        writeAnswer(headers, zones.patchRecords(params.zone_name, payload, expectedSerial(headers)))
    })
  })
)
