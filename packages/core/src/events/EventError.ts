import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

export class EventNotFound extends CodedError<EventNotFound>()("EventNotFound", {
  code: "ERROR_EVENT_NOT_FOUND",
  fields: { event_id: Schema.String },
  message: ({ event_id }) => `No event ${event_id}`
}) {}
