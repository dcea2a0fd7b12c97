import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { round } from "./DomainsPlatform.ts"

/** Moves on by an hour, and does what time has brought since. */
export const hourLater = Effect.andThen(TestClock.adjust("1 hour"), round)
