import { Effect, Option } from "effect"
import { RequestIdentity } from "../../access/index.ts"
import { EventId, EventStore } from "../../events/index.ts"
import { type IntentId, intentOfRequest, RegistryIntentStore } from "../../registry/index.ts"
import { TypeId } from "../../shared/index.ts"

/** Id of the event of a completed intent: repeats of a request find it after the intent and its object are gone. */
export const eventOfIntent = (intent: IntentId): EventId =>
  TypeId.sibling(intent, "event", (text) => EventId.make(text))

/**
 * True if an earlier attempt of the request was carried out, or the registry has accepted its command. For requests that
 * remove an object; their intents record the event of `eventOfIntent`. False for requests without an `Idempotency-Key`.
 */
export const makeEarlierAttempt = Effect.gen(function*() {
  const intents = yield* RegistryIntentStore
  const events = yield* EventStore
  return Effect.gen(function*() {
    const request = yield* RequestIdentity
    if (Option.isNone(request)) return false
    const id = intentOfRequest(request.value)
    const open = yield* intents.find(id)
    return Option.exists(open, ({ state }) => state === "accepted") || (yield* events.isRecorded(eventOfIntent(id)))
  })
})
