import { Effect, Schema } from "effect"
import { Event } from "../events/index.ts"

/** Message type of an event: object, type and subtype in lower case, such as `domain.registration.success`. */
export const messageType = ({ object_type, subtype, type }: Pick<Event, "object_type" | "type" | "subtype">): string =>
  [object_type, type, subtype].filter((part) => part !== null).join(".").toLowerCase()

/** Message type of a test. */
export const testType = "webhook.test"

const encode = Schema.encodeEffect(Event)

/** Request body: message type, time of the event, and the event as in `GET /v1/events/{event_id}`. */
export const messageBody = (type: string, event: Event): Effect.Effect<string> =>
  Effect.map(Effect.orDie(encode(event)), (data) => JSON.stringify({ type, timestamp: data.created_on, data }))
