import { PublicationViews, Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { sendHeader } from "../shared/sendHeader.ts"
import { entityTagOf, expectedSerial } from "./ZoneParameters.ts"
import { ZonesApi } from "./ZonesApi.ts"

const tagged = ({ serial }: { readonly serial: number }) => sendHeader("etag", entityTagOf(serial))

export const layer = group(
  ZonesApi,
  Effect.fnUntraced(function*(handlers) {
    const zones = yield* Zones
    const publications = yield* PublicationViews
    return handlers.handleAll({
      listZones: ({ query: { include = [], organization_id, page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(
          zones.list(filter, { by: sort_by, order: sort_order }, { page, page_size }, include, organization_id),
          toProblem
        ),
      createZone: ({ payload }) => zones.create(payload).pipe(Effect.tap(tagged), Effect.mapError(toProblem)),
      getZoneSummary: () => Effect.mapError(zones.summary, toProblem),
      getZone: ({ params, query: { include = [] } }) =>
        zones.get(params.zone_name, include).pipe(Effect.tap(tagged), Effect.mapError(toProblem)),
      deleteZone: ({ headers, params }) =>
        Effect.mapError(zones.remove(params.zone_name, expectedSerial(headers)), toProblem),
      getZonePublication: ({ params }) => Effect.mapError(publications.of(params.zone_name), toProblem)
    })
  })
)
