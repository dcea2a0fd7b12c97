import { Event, EventId, eventList } from "@namewright/core/events"
import { OrganizationId, Page } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { event_id: EventId }

export class EventsApi extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("listEvents", "/v1/events", {
      query: {
        ...listParameters(eventList),
        acknowledged: Schema.Literals(["true", "false", "1", "0", "any"]).pipe(
          Schema.withDecodingDefaultKey(Effect.succeed("false" as const))
        ),
        /** Suborganization whose events are listed; default: the caller's organization. */
        organization_id: Schema.optionalKey(OrganizationId)
      },
      success: Page(Event),
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "List events; default: the pending ones")
      .annotateMerge(reads({ rights: ["events:read"] })),
    HttpApiEndpoint.get("getEvent", "/v1/events/:event_id", {
      params: byId,
      success: Event,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read an event")
      .annotateMerge(reads({ rights: ["events:read"] })),
    HttpApiEndpoint.patch("acknowledgeEvent", "/v1/events/:event_id", {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Acknowledge an event")
      .annotateMerge(writes({ rights: ["events:manage"], risk: "none" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Changes of domains, contacts and hosts")
{}
