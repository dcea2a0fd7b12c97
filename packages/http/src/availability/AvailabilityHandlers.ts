import { AvailabilityLookups, Suggestions } from "@namewright/core/availability"
import { CurrentActor } from "@namewright/core/shared"
import { Clock, Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { holderOf, RateLimiter } from "../shared/RateLimiter.ts"
import { AvailabilityApi } from "./AvailabilityApi.ts"
import { statusEvents } from "./statusEvents.ts"

export const layer = group(
  AvailabilityApi,
  Effect.fnUntraced(function*(handlers) {
    const lookups = yield* AvailabilityLookups
    const suggestions = yield* Suggestions
    const limiter = yield* RateLimiter

    const streamed = Effect.fnUntraced(function*(names: ReadonlyArray<string>) {
      const started = yield* Clock.currentTimeMillis
      return statusEvents(yield* lookups.stream(names), names.length, started)
    })

    return handlers.handleAll({
      checkAvailability: Effect.fnUntraced(function*({ query: { domains } }) {
        const started = yield* Clock.currentTimeMillis
        const results = yield* lookups.check(domains)
        const ended = yield* Clock.currentTimeMillis
        return { results, meta: { total: results.length, processing_time_ms: ended - started } }
      }),
      streamAvailability: Effect.fnUntraced(function*({ payload: { domains } }) {
        const actor = yield* CurrentActor
        yield* Effect.mapError(limiter.take("names", holderOf(actor), domains.length), toProblem)
        return yield* streamed(domains)
      }),
      streamAvailabilityOfQuery: ({ query }) => streamed(query.domains),
      suggestDomains: Effect.fnUntraced(function*({ query }) {
        const started = yield* Clock.currentTimeMillis
        const results = yield* Effect.mapError(suggestions.suggest(query), toProblem)
        const processing_time_ms = (yield* Clock.currentTimeMillis) - started
        return { results, suggestions: results, meta: { total: results.length, processing_time_ms } }
      })
    })
  })
)
