import { Context, type Effect } from "effect"
import type { PollMessage } from "../registry/index.ts"

/** Storage port: the messages that registries have sent, each once. */
export class RegistryMessageStore extends Context.Service<RegistryMessageStore, {
  /** Stores a message; false when it is stored already. */
  readonly insert: (registry: string, message: PollMessage) => Effect.Effect<boolean>
}>()("@namewright/core/domains/RegistryMessageStore") {}
