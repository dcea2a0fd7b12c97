import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../shared/index.ts"
import type { OperationInProgress } from "./OperationInProgress.ts"
import type { CommandId } from "./RegistryCommand.ts"
import type { IntentId, IntentRuling, RegistryIntent } from "./RegistryIntent.ts"

/** Storage port of what is under way at the registries. */
export class RegistryIntentStore extends Context.Service<RegistryIntentStore, {
  /** Fails when the object has a prepared intent. */
  readonly insert: (intent: RegistryIntent) => Effect.Effect<void, OperationInProgress>
  /** Takes the row away; with a command only while that is the newest sending. False when it was not taken away. */
  readonly remove: (id: IntentId, command?: CommandId) => Effect.Effect<boolean>
  readonly find: (id: IntentId) => Effect.Effect<Option.Option<RegistryIntent>>
  /** The intents of one object, the oldest first. */
  readonly ofObject: (objectId: string) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /** The registry has it; it is looked at again at `runAfter`. False when the row is gone by now. */
  readonly accept: (id: IntentId, runAfter: Instant.Instant) => Effect.Effect<boolean>
  /** Names a new sending, before it is sent. False when the row is gone by now. */
  readonly resend: (id: IntentId, command: CommandId, runAfter: Instant.Instant) => Effect.Effect<boolean>
  /** Leaves it to recovery at `runAfter`. */
  readonly postpone: (id: IntentId, runAfter: Instant.Instant) => Effect.Effect<void>
  /** Takes this prepared intent if its time has come, and keeps it until `leasedUntil`. None if another caller has it. */
  readonly take: (
    id: IntentId,
    now: Instant.Instant,
    leasedUntil: Instant.Instant
  ) => Effect.Effect<Option.Option<RegistryIntent>>
  /**
   * Leaves the decision to an operator; `escalation` says what the registry shows, and replaces what was said before.
   * True for the first time only.
   */
  readonly escalate: (id: IntentId, escalation: string, now: Instant.Instant) => Effect.Effect<boolean>
  /** Stores an operator's decision, due now. False when no such intent is escalated. */
  readonly rule: (id: IntentId, ruling: IntentRuling, now: Instant.Instant) => Effect.Effect<boolean>
  /** Up to `limit` escalated intents, the longest waiting first. */
  readonly escalated: (limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /** Number of escalated intents by the key of their registry; registries without any are absent. */
  readonly countEscalated: Effect.Effect<ReadonlyMap<string, number>>
  /**
   * Takes up to `limit` intents whose time has come, the longest waiting first, and keeps them until `leasedUntil`. No
   * two callers get the same one.
   */
  readonly claim: (
    now: Instant.Instant,
    leasedUntil: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<RegistryIntent>>
}>()("@namewright/core/registry/RegistryIntentStore") {}
