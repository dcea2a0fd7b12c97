import {
  PatchRecords,
  PatchRrsets,
  RecordOp,
  ReplaceRrsets,
  RequestedRrset,
  RrsetOp,
  Zones
} from "@namewright/core/dns"
import { limits } from "@namewright/core/shared"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { listBody } from "../shared/listBody.ts"
import { expectedSerial, rrsetBounds } from "./ZoneParameters.ts"
import { ZoneRecordsApi } from "./ZoneRecordsApi.ts"
import { writeAnswer } from "./ZoneWriting.ts"

const ops = { name: "ops", maximum: limits.zoneOps, bounds: rrsetBounds } as const

const readReplacement = listBody(ReplaceRrsets, {
  name: "rrsets",
  entry: RequestedRrset,
  maximum: limits.zoneRrsets,
  bounds: rrsetBounds
})
const readRrsetOps = listBody(PatchRrsets, { ...ops, entry: RrsetOp })
const readRecordOps = listBody(PatchRecords, { ...ops, entry: RecordOp })

export const layer = group(
  ZoneRecordsApi,
  Effect.fnUntraced(function*(handlers) {
    const zones = yield* Zones
    return handlers
      .handleRaw("replaceZoneRrsets", ({ headers, params, request }) =>
        Effect.flatMap(
          readReplacement(request),
          (body) => writeAnswer(headers, zones.replaceRrsets(params.zone_name, body, expectedSerial(headers)))
        ))
      .handleRaw("patchZoneRrsets", ({ headers, params, request }) =>
        Effect.flatMap(
          readRrsetOps(request),
          (body) => writeAnswer(headers, zones.patchRrsets(params.zone_name, body, expectedSerial(headers)))
        ))
      .handleRaw("patchZoneRecords", ({ headers, params, request }) =>
        Effect.flatMap(
          readRecordOps(request),
          (body) => writeAnswer(headers, zones.patchRecords(params.zone_name, body, expectedSerial(headers)))
        ))
  })
)
