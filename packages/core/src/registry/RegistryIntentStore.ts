import { Context, type Effect, type Option } from "effect"
import type { ProcessId } from "../processes/index.ts"
import type { Instant } from "../shared/index.ts"
import type { OperationInProgress } from "./OperationInProgress.ts"
import type { CommandId } from "./RegistryCommand.ts"
import type { IntentId, IntentRuling, RegistryIntent } from "./RegistryIntent.ts"

/** Process that has the lease of an intent, and the end of the lease. */
export interface LeaseTerm {
  readonly process_id: ProcessId
  readonly due_on: Instant.Instant
}

/** Time of the next attempt, and the time from which a look-up is conclusive. */
export interface IntentWait {
  readonly due_on: Instant.Instant
  readonly conclusive_from: Instant.Instant
  /** New number of attempts. Without it, the attempt that ends is not counted. */
  readonly attempts?: number
}

/**
 * Storage port of the intents at registries. A write with a lease number has no effect and returns false if another
 * process took the intent over, or if the intent is settled.
 */
export class RegistryIntentStore extends Context.Service<RegistryIntentStore, {
  /** Fails if the object has a prepared intent. */
  readonly insert: (intent: RegistryIntent) => Effect.Effect<void, OperationInProgress>
  /** Removes the row; if no lease is passed, under any lease. */
  readonly remove: (id: IntentId, lease?: number) => Effect.Effect<boolean>
  readonly find: (id: IntentId) => Effect.Effect<Option.Option<RegistryIntent>>
  /** The intents of one object, oldest first. */
  readonly ofObject: (objectId: string) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /**
   * The registry has accepted the command and decides later. Replaces the encoded payload if one is passed. Ends the
   * lease.
   */
  readonly accept: (id: IntentId, lease: number, wait: IntentWait, payload?: unknown) => Effect.Effect<boolean>
  /** Stores the id of a new command before it is sent. */
  readonly resend: (id: IntentId, lease: number, command: CommandId, term: LeaseTerm) => Effect.Effect<boolean>
  /** Stores the registry's state or decision of an accepted command. The lease continues. */
  readonly setReview: (
    id: IntentId,
    lease: number,
    review: Partial<Pick<RegistryIntent, "found_pending" | "decision">>
  ) => Effect.Effect<boolean>
  /** Leaves the intent to recovery. Ends the lease. */
  readonly postpone: (id: IntentId, lease: number, wait: IntentWait) => Effect.Effect<boolean>
  /**
   * Claims an intent that was read with this lease number, and begins its next lease. One of several callers
   * succeeds.
   */
  readonly claim: (id: IntentId, lease: number, term: LeaseTerm) => Effect.Effect<boolean>
  /** Confirms a lease that another process may have taken over. */
  readonly renew: (id: IntentId, lease: number, term: LeaseTerm) => Effect.Effect<boolean>
  /**
   * Leaves the decision to an operator. `escalation` describes the registry's state and replaces an earlier
   * description. Returns true only for the first escalation.
   */
  readonly escalate: (id: IntentId, lease: number, escalation: string, now: Instant.Instant) => Effect.Effect<boolean>
  /** Stores an operator's decision, due now. False if no such intent is escalated. */
  readonly rule: (id: IntentId, ruling: IntentRuling, now: Instant.Instant) => Effect.Effect<boolean>
  /** Up to `limit` escalated intents, longest waiting first. */
  readonly escalated: (limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /** Number of intents by the key of their registry; registries without any are absent. Completed ones are removed. */
  readonly countOpen: Effect.Effect<ReadonlyMap<string, number>>
  /** Number of escalated intents by the key of their registry; registries without any are absent. */
  readonly countEscalated: Effect.Effect<ReadonlyMap<string, number>>
  /**
   * Claims up to `limit` due intents until `until`, longest waiting first. Other callers do not get them; their leases
   * end.
   */
  readonly claimDue: (
    now: Instant.Instant,
    until: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /**
   * Ends a lease after its attempt has ended, and begins the next one, so that a late write of the attempt has no
   * effect. None if the lease has ended before, or if `process_id` is passed and another process has it.
   */
  readonly release: (
    id: IntentId,
    lease: number,
    wait: IntentWait,
    process_id?: ProcessId
  ) => Effect.Effect<Option.Option<RegistryIntent>>
  /** Ends the leases of up to `limit` intents whose processes have ended. */
  readonly releaseEnded: (wait: IntentWait, limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
}>()("@namewright/core/registry/RegistryIntentStore") {}
