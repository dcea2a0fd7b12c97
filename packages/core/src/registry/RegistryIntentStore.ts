import { Context, type Effect, type Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import type { Instant } from "../shared/index.ts"
import type { OperationInProgress } from "./OperationInProgress.ts"
import type { CommandId } from "./RegistryCommand.ts"
import type { IntentId, IntentRuling, RegistryIntent } from "./RegistryIntent.ts"

/** Who works on an intent, and until when at the latest. */
export interface IntentHold {
  readonly process_id: ProcessId
  readonly run_after: Instant.Instant
}

/** When an intent is taken up again, and from when on a look at it is believed. */
export interface IntentWait {
  readonly run_after: Instant.Instant
  readonly believed_on: Instant.Instant
}

/**
 * Storage port of the intents at registries. Writes that name a lease have no effect, and return false, if the intent was
 * taken over since, or is settled.
 */
export class RegistryIntentStore extends Context.Service<RegistryIntentStore, {
  /** Fails when the object has a prepared intent. */
  readonly insert: (intent: RegistryIntent) => Effect.Effect<void, OperationInProgress>
  /** Removes the row; without a lease, under any lease. */
  readonly remove: (id: IntentId, lease?: number) => Effect.Effect<boolean>
  readonly find: (id: IntentId) => Effect.Effect<Option.Option<RegistryIntent>>
  /** The intents of one object, the oldest first. */
  readonly ofObject: (objectId: string) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /** The registry has accepted it and decides later. Replaces the encoded payload if one is passed. Ends the lease. */
  readonly accept: (id: IntentId, lease: number, wait: IntentWait, payload?: unknown) => Effect.Effect<boolean>
  /** Stores the id of a new command before it is sent. */
  readonly resend: (id: IntentId, lease: number, command: CommandId, hold: IntentHold) => Effect.Effect<boolean>
  /** Stores what the registry has shown or said about its decision on an accepted command. The lease goes on. */
  readonly setReview: (
    id: IntentId,
    lease: number,
    review: Partial<Pick<RegistryIntent, "shown_pending" | "decision">>
  ) => Effect.Effect<boolean>
  /** Leaves it to recovery. Ends the lease. */
  readonly postpone: (id: IntentId, lease: number, wait: IntentWait) => Effect.Effect<boolean>
  /** Takes an intent that was read with this lease: its next lease begins. One of several callers succeeds. */
  readonly take: (id: IntentId, lease: number, hold: IntentHold) => Effect.Effect<boolean>
  /** Confirms a lease that may have been taken over. */
  readonly renew: (id: IntentId, lease: number, hold: IntentHold) => Effect.Effect<boolean>
  /**
   * Leaves the decision to an operator; `escalation` says what the registry shows, and replaces what was said before.
   * True for the first time only.
   */
  readonly escalate: (id: IntentId, lease: number, escalation: string, now: Instant.Instant) => Effect.Effect<boolean>
  /** Stores an operator's decision, due now. False when no such intent is escalated. */
  readonly rule: (id: IntentId, ruling: IntentRuling, now: Instant.Instant) => Effect.Effect<boolean>
  /** Up to `limit` escalated intents, the longest waiting first. */
  readonly escalated: (limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /** Number of escalated intents by the key of their registry; registries without any are absent. */
  readonly countEscalated: Effect.Effect<ReadonlyMap<string, number>>
  /**
   * Takes up to `limit` intents out of the reach of other callers until `until` whose time has come, the longest waiting
   * first. Their leases end.
   */
  readonly claim: (
    now: Instant.Instant,
    until: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /** Ends the leases of up to `limit` intents whose processes have ended. */
  readonly releaseEnded: (wait: IntentWait, limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
}>()("@namewright/core/registry/RegistryIntentStore") {}
