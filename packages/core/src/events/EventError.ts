import { Schema } from "effect"

export class EventNotFound extends Schema.TaggedError<EventNotFound>()("EventNotFound", { event_id: Schema.String }) {
  get code() {
    return "ERROR_EVENT_NOT_FOUND" as const
  }
  override get message() {
    return `No event ${this.event_id}`
  }
}
