import { Context, Effect, Layer } from "effect"
import { currentPrincipal, Instant, type OrganizationId } from "../shared/index.ts"
import { type Event, type EventId, newEventId } from "./Event.ts"
import { eventKindOf } from "./EventKind.ts"
import { EventStore } from "./EventStore.ts"
import type { NewEvent } from "./NewEvent.ts"

/**
 * Receives each event. It runs in the transaction that records the event, so its only side effects may be in the
 * storage.
 */
export type EventSubscriber = (organization: OrganizationId, event: Event) => Effect.Effect<void>

/** Records events of other slices, in the transaction of the change. */
export class EventLog extends Context.Service<EventLog, {
  readonly record: (event: NewEvent) => Effect.Effect<EventId>
  /** Registers a subscriber of every listed event; called when a slice's layer is built. */
  readonly subscribe: (subscriber: EventSubscriber) => Effect.Effect<void>
}>()("@namewright/core/events/EventLog") {
  static readonly layer = Layer.effect(
    EventLog,
    Effect.gen(function*() {
      const store = yield* EventStore
      const subscribers: Array<EventSubscriber> = []

      const record = Effect.fnUntraced(function*(
        { counted_tld, event_data, event_id, is_listed = true, kind, object_name, organization_id, ...fields }: NewEvent
      ) {
        const created_on = yield* Instant.now
        const event: Event = {
          ...fields,
          event_id: event_id ?? (yield* newEventId),
          event_data: { version: "1.0", ...event_data },
          created_on,
          // Nobody can acknowledge an event that is not listed; so its retention begins at once.
          acknowledged_on: is_listed ? null : created_on
        }
        yield* store.insert(organization_id, event, {
          object_name,
          kind: kind ?? eventKindOf(event),
          is_listed,
          counted_tld: counted_tld ?? null,
          principal: yield* currentPrincipal
        })
        if (!is_listed) return event.event_id
        for (const subscriber of subscribers) yield* subscriber(organization_id, event)
        return event.event_id
      })

      return EventLog.of({
        record,
        subscribe: (subscriber) => Effect.sync(() => void subscribers.push(subscriber))
      })
    })
  )
}
