import { Effect, Schema } from "effect"
import { Event } from "../events/index.ts"

/** The kind of an event in one word: object, type and subtype in lower case, `domain.registration.success`. */
export const messageType = ({ object_type, subtype, type }: Pick<Event, "object_type" | "type" | "subtype">): string =>
  [object_type, type, subtype].filter((part) => part !== null).join(".").toLowerCase()

/** The kind of what a test sends. */
export const testType = "webhook.test"

const encode = Schema.encodeEffect(Event)

/** The body of a request: what it is about, when that happened, and the event as `GET /v1/events/{event_id}` shows it. */
export const messageBody = (type: string, event: Event): Effect.Effect<string> =>
  Effect.map(Effect.orDie(encode(event)), (data) => JSON.stringify({ type, timestamp: data.created_on, data }))
