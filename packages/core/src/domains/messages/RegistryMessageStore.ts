import { Context, type Effect, type Option } from "effect"
import type { PollMessage } from "../../registry/index.ts"
import type { Instant } from "../../shared/index.ts"

/** Identity of a message: registries may use an id again later. */
export interface MessageKey {
  /** Key of the registry backend. */
  readonly registry: string
  readonly message_id: string
  /** Null where the registry states no time. */
  readonly queued_on: Instant.Instant | null
}

/**
 * A message that could not be applied. `failing`: it is still in the registry's queue and is tried again in the next
 * round. `parked`: it is acknowledged and waits for an operator. `retrying`: an operator has requested another attempt.
 */
export interface FailedMessage extends MessageKey {
  readonly state: "failing" | "parked" | "retrying"
  /** Text of the registry. */
  readonly text: string
  /** Reason for the failure of the last attempt. */
  readonly problem: string
  readonly attempts: number
  readonly first_failed_on: Instant.Instant
  readonly last_failed_on: Instant.Instant
}

/** A failed attempt to apply a message. */
export interface MessageFailure {
  readonly problem: string
  readonly on: Instant.Instant
  /** Number of attempts after which the message is parked. */
  readonly mostAttempts: number
}

/** Storage port of registry messages: those applied, each once, and those that could not be applied. */
export class RegistryMessageStore extends Context.Service<RegistryMessageStore, {
  /** Stores a message as applied, and removes its failure; false if it is already stored. */
  readonly insert: (registry: string, message: PollMessage) => Effect.Effect<boolean>
  /** Counts a failed attempt and stores the message with its content, even if that cannot be decoded. */
  readonly fail: (registry: string, message: PollMessage, failure: MessageFailure) => Effect.Effect<FailedMessage>
  readonly findFailed: (key: MessageKey) => Effect.Effect<Option.Option<FailedMessage>>
  /** Content of a failed message; dies if it cannot be decoded. */
  readonly content: (key: MessageKey) => Effect.Effect<Option.Option<PollMessage>>
  /** Parked and retrying messages of all registries by registry and first failure, at most `limit`. */
  readonly parked: (limit: number) => Effect.Effect<ReadonlyArray<FailedMessage>>
  /** Number of parked and retrying messages of each registry that has any. */
  readonly countParked: Effect.Effect<ReadonlyMap<string, number>>
  /** Marks parked messages of a registry for another attempt: the one with the id, or all. Returns their number. */
  readonly retry: (registry: string, messageId?: string) => Effect.Effect<number>
  /** Retrying messages of a registry by first failure, at most `limit`. */
  readonly retrying: (registry: string, limit: number) => Effect.Effect<ReadonlyArray<FailedMessage>>
}>()("@namewright/core/domains/RegistryMessageStore") {}
