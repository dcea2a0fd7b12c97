import { CreateZone, PublicationViews, RequestedRrset, Zones } from "@namewright/core/dns"
import { limits } from "@namewright/core/shared"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { listBody } from "../shared/listBody.ts"
import { toProblem } from "../shared/Problem.ts"
import { sendHeader } from "../shared/sendHeader.ts"
import { entityTagOf, expectedSerial, rrsetBounds } from "./ZoneParameters.ts"
import { ZonesApi } from "./ZonesApi.ts"

const tagged = ({ serial }: { readonly serial: number }) => sendHeader("etag", entityTagOf(serial))

const readCreation = listBody(CreateZone, {
  name: "rrsets",
  entry: RequestedRrset,
  maximum: limits.zoneRrsets,
  bounds: rrsetBounds
})

export const layer = group(
  ZonesApi,
  Effect.fnUntraced(function*(handlers) {
    const zones = yield* Zones
    const publications = yield* PublicationViews
    return handlers.handleRaw("createZone", ({ request }) =>
      Effect.flatMap(
        readCreation(request),
        (body) => zones.create(body).pipe(Effect.tap(tagged), Effect.mapError(toProblem))
      )).handleAll({
        listZones: ({ query: { include = [], organization_id, page, page_size, sort_by, sort_order, ...filter } }) =>
          Effect.mapError(
            zones.list(filter, { by: sort_by, order: sort_order }, { page, page_size }, include, organization_id),
            toProblem
          ),
        getZoneSummary: () => Effect.mapError(zones.summary, toProblem),
        getZone: ({ params, query: { include = [] } }) =>
          zones.get(params.zone_name, include).pipe(Effect.tap(tagged), Effect.mapError(toProblem)),
        deleteZone: ({ headers, params }) =>
          Effect.mapError(zones.remove(params.zone_name, expectedSerial(headers)), toProblem),
        getZonePublication: ({ params }) => Effect.mapError(publications.of(params.zone_name), toProblem)
      })
  })
)
