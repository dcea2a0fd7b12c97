import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import {
  type Actor,
  type CurrentActor,
  Instant,
  type OrganizationId,
  type Page,
  type PageRequest,
  type Sort
} from "../shared/index.ts"
import type { Event, EventFilter, EventId, EventSortField } from "./Event.ts"
import { EventNotFound } from "./EventError.ts"
import { EventStore } from "./EventStore.ts"

/** Events of an organization: callers list and acknowledge them. Source: REST specification, "Events". */
export class Events extends Context.Service<Events, {
  /** `organization_id` selects a suborganization; default: the caller's organization. */
  readonly list: (
    filter: EventFilter,
    sort: Sort<EventSortField>,
    page: PageRequest,
    organization_id?: OrganizationId
  ) => Effect.Effect<Page<Event>, AuthorizationError | UnknownOrganization, CurrentActor>
  readonly get: (id: EventId) => Effect.Effect<Event, AuthorizationError | EventNotFound, CurrentActor>
  /** Acknowledges an event. Repeated calls keep the time of the first. */
  readonly acknowledge: (id: EventId) => Effect.Effect<void, AuthorizationError | EventNotFound, CurrentActor>
}>()("@namewright/core/events/Events") {
  static readonly layer = Layer.effect(
    Events,
    Effect.gen(function*() {
      const store = yield* EventStore
      const directory = yield* OrganizationDirectory

      const ownerFor = (actor: Actor, event_id: EventId) =>
        OrganizationScope.ownerFor(directory, actor, store.ownerOf(event_id))

      const list: Events["Service"]["list"] = Effect.fn("Events.list")(
        function*(filter, sort, page, organization_id) {
          const actor = yield* authorize("events:read")
          const owner = organization_id ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, owner)
          return yield* store.list(owner, filter, sort, page)
        }
      )

      const get = Effect.fn("Events.get")(function*(event_id: EventId) {
        const owner = yield* ownerFor(yield* authorize("events:read"), event_id)
        const found = yield* store.find(owner, event_id)
        return yield* Option.match(found, {
          onNone: () => Effect.fail(new EventNotFound({ event_id })),
          onSome: Effect.succeed
        })
      })

      const acknowledge = Effect.fn("Events.acknowledge")(function*(event_id: EventId) {
        const owner = yield* ownerFor(yield* authorize("events:manage"), event_id)
        const exists = yield* store.acknowledge(owner, event_id, yield* Instant.now)
        if (!exists) return yield* new EventNotFound({ event_id })
      })

      return Events.of({ list, get, acknowledge })
    })
  )
}
