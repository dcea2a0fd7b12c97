import { DateTime, Duration, Effect, Option } from "effect"
import type { SettleRequest } from "../access/index.ts"
import { Instant, TypeId } from "../shared/index.ts"
import type { IntentLeases } from "./IntentLeases.ts"
import type { Outcome } from "./IntentOutcomes.ts"
import { maxWaitForOutcome } from "./intentTimes.ts"
import { IntentId, type RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

/** Pause between two reads of an intent that another fiber or process works on. */
const pause = Duration.millis(500)

/** Bounds of the time until another attempt of the request. */
const bounds = { minimum: Duration.seconds(1), maximum: Duration.minutes(1) }

/** Id of the intent of a request. Each attempt of the request has the same intent. */
export const intentOfRequest = (request: string): IntentId =>
  TypeId.sibling(request, "intent", (text) => IntentId.make(text))

/**
 * Settles the intent that an earlier attempt of a request has prepared. Waits while another fiber or process does so,
 * or while the registry may not show the outcome yet. An accepted intent counts as settled: the request has its
 * outcome, and the registry decides later.
 */
export const makeSettleRequest = (
  store: RegistryIntentStore["Service"],
  { whileClaimed }: Pick<IntentLeases, "whileClaimed">,
  settle: (intent: RegistryIntent) => Effect.Effect<Outcome<unknown>>
): SettleRequest =>
  Effect.fnUntraced(function*(request) {
    const id = intentOfRequest(request)
    const end = DateTime.addDuration(yield* Instant.now, maxWaitForOutcome)
    for (;;) {
      const found = yield* store.find(id)
      if (Option.isNone(found) || found.value.state === "accepted") return Option.none()
      const outcome = Option.getOrUndefined(yield* whileClaimed(found.value, settle))
      if (outcome !== undefined && outcome._tag !== "Unknown") return Option.none()
      const now = yield* Instant.now
      const next = outcome === undefined ? DateTime.addDuration(now, pause) : outcome.conclusiveFrom
      if (next === undefined || Instant.hasPassed(end, next)) return Option.some(waitFor(found.value, now))
      yield* Effect.sleep(DateTime.distance(now, next))
    }
  })

const waitFor = ({ due_on }: RegistryIntent, now: Instant.Instant) =>
  Duration.clamp(DateTime.distance(now, due_on), bounds)
