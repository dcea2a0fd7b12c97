import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { round } from "./DomainsPlatform.ts"

/** Advances the clock by an hour, and runs all scheduled work. */
export const hourLater = Effect.andThen(TestClock.adjust("1 hour"), round)
