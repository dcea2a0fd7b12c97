import { Effect, Option } from "effect"
import { RequestIdentity } from "../../access/index.ts"
import { EventId, EventStore } from "../../events/index.ts"
import { type IntentId, intentOfRequest, RegistryIntentStore } from "../../registry/index.ts"
import { TypeId } from "../../shared/index.ts"

/** Id of the event of a completed intent: repeats of a request find it after the intent and its object are gone. */
export const eventOfIntent = (intent: IntentId): EventId =>
  TypeId.sibling(intent, "event", (text) => EventId.make(text))

/**
 * Name of the object of an earlier attempt of the request that was carried out, or whose command the registry has
 * accepted. For requests that remove an object; their intents record the event of `eventOfIntent`. None for requests
 * without an `Idempotency-Key`.
 */
export const makeEarlierAttempt = Effect.gen(function*() {
  const intents = yield* RegistryIntentStore
  const events = yield* EventStore
  return Effect.gen(function*() {
    const request = yield* RequestIdentity
    if (Option.isNone(request)) return Option.none()
    const id = intentOfRequest(request.value)
    const open = Option.filter(yield* intents.find(id), ({ state }) => state === "accepted")
    return Option.isSome(open) ? Option.some(open.value.object_name) : yield* events.nameOf(eventOfIntent(id))
  })
})
