import { Events } from "@namewright/core/events"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { EventsApi } from "./EventsApi.ts"

export const layer = group(
  EventsApi,
  Effect.fnUntraced(function*(handlers) {
    const events = yield* Events
    return handlers.handleAll({
      listEvents: ({ query: { acknowledged, organization_id, page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(
          events.list(
            {
              ...filter,
              acknowledged: acknowledged === "any" ? undefined : acknowledged === "true" || acknowledged === "1"
            },
            { by: sort_by, order: sort_order },
            { page, page_size },
            organization_id
          ),
          toProblem
        ),
      getEvent: ({ params }) => Effect.mapError(events.get(params.event_id), toProblem),
      acknowledgeEvent: ({ params }) => Effect.mapError(events.acknowledge(params.event_id), toProblem)
    })
  })
)
