import { Context, Effect, Layer } from "effect"
import { Instant } from "../shared/index.ts"
import { type EventId, type NewEvent, newEventId } from "./Event.ts"
import { EventStore } from "./EventStore.ts"

/** Where other slices write what they did, inside the transaction that did it. */
export class EventLog extends Context.Service<EventLog, {
  readonly record: (event: NewEvent) => Effect.Effect<EventId>
}>()("@namewright/core/events/EventLog") {
  static readonly layer = Layer.effect(
    EventLog,
    Effect.gen(function*() {
      const store = yield* EventStore

      const record = Effect.fnUntraced(function*({ organization_id, object_name, event_data, ...event }: NewEvent) {
        const event_id = yield* newEventId
        const created_on = yield* Instant.now
        yield* store.insert(
          organization_id,
          { ...event, event_id, event_data: { version: "1.0", ...event_data }, created_on, acknowledged_on: null },
          object_name
        )
        return event_id
      })

      return EventLog.of({ record })
    })
  )
}
