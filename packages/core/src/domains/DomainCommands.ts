import { Effect, Layer } from "effect"
import { registerDomainCreateCommands } from "./DomainCreateCommands.ts"
import { registerDomainTransferCommands } from "./DomainTransferCommands.ts"
import { registerDomainUpdateCommands } from "./DomainUpdateCommands.ts"

/** What batches can do about domains. */
export const DomainCommands = Layer.effectDiscard(Effect.gen(function*() {
  yield* registerDomainCreateCommands
  yield* registerDomainUpdateCommands
  yield* registerDomainTransferCommands
}))
