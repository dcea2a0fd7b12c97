import type { Effect, Fiber } from "effect"
import type { Timekeeper } from "../session/Timekeeper.ts"
import type { Dispatcher } from "./Dispatcher.ts"
import type { PoolSettings } from "./EppPoolOptions.ts"
import type { PoolMetrics } from "./poolMetrics.ts"
import type { SessionOpener } from "./SessionOpener.ts"
import type { SlotLeases } from "./SlotLeases.ts"

/** Components of a pool. */
export interface PoolParts {
  readonly settings: PoolSettings
  readonly timekeeper: Timekeeper
  readonly dispatcher: Dispatcher
  readonly opener: SessionOpener
  readonly leases: SlotLeases
  readonly metrics: PoolMetrics
  /** Runs an effect in the scope of the pool. */
  readonly run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
}
