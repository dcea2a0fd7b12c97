import { type DateTime, Effect, Option } from "effect"
import { Instant } from "../shared/index.ts"
import type { Pause } from "./RegistryMaintenance.ts"

/** Seconds until a pause ends; at least 1. */
export const secondsUntil = (end: DateTime.Utc, now: DateTime.Utc): number =>
  Math.max(1, Math.ceil((end.epochMilliseconds - now.epochMilliseconds) / 1000))

/** The pause in force; none before the first pause, and after its end. */
export const currentPause = (pauseOf: Effect.Effect<Option.Option<Pause>>) =>
  Effect.gen(function*() {
    const pause = yield* pauseOf
    const now = yield* Instant.now
    return Option.filter(pause, ({ ends_on }) => !Instant.hasPassed(ends_on, now))
  })
