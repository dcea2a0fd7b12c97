import { DateTime, Duration, Effect, Option } from "effect"
import type { SettleRequest } from "../access/index.ts"
import { Instant, TypeId } from "../shared/index.ts"
import { intentLease } from "./intentTimes.ts"
import { IntentId, type RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

/** Longest wait for an intent that another fiber or process is settling. */
const patience = Duration.seconds(10)

/** Pause between two reads of an intent that another fiber or process is settling. */
const pause = Duration.millis(500)

/** Bounds of the time until another attempt of the request. */
const soonest = Duration.seconds(1)
const latest = Duration.minutes(1)

/** Id of the intent of a request: each of its attempts finds the intent of the first. */
export const intentOfRequest = (request: string): IntentId =>
  TypeId.sibling(request, "intent", (text) => IntentId.make(text))

/**
 * Settles the intent that an earlier attempt of a request has prepared. Waits while another fiber or process does so. An
 * accepted intent is not open in this sense: the request has its outcome, and the registry decides later.
 */
export const makeSettleRequest = (
  store: RegistryIntentStore["Service"],
  settle: (intent: RegistryIntent) => Effect.Effect<void>
): SettleRequest =>
  Effect.fnUntraced(function*(request) {
    const id = intentOfRequest(request)
    const began = yield* Instant.now
    for (;;) {
      const now = yield* Instant.now
      const taken = yield* store.take(id, now, DateTime.addDuration(now, intentLease))
      if (Option.isSome(taken)) yield* settle(taken.value)
      const found = yield* store.find(id)
      if (Option.isNone(found) || found.value.state === "accepted") return Option.none()
      const wait = DateTime.distance(now, found.value.run_after)
      const isOver = Duration.isGreaterThan(DateTime.distance(began, now), patience)
      if (isOver || Option.isSome(taken)) {
        return Option.some(Duration.clamp(wait, { minimum: soonest, maximum: latest }))
      }
      yield* Effect.sleep(pause)
    }
  })
