import { Effect, Layer } from "effect"
import { domainCreatePayloads, registerDomainCreateCommands } from "./register/DomainCreateCommands.ts"
import { domainTransferPayloads, registerDomainTransferCommands } from "./transfer/DomainTransferCommands.ts"
import { domainUpdatePayloads, registerDomainUpdateCommands } from "./update/DomainUpdateCommands.ts"

/** The commands about domains, and what each takes as its payload. */
export const domainCommandPayloads = { ...domainCreatePayloads, ...domainUpdatePayloads, ...domainTransferPayloads }

/** What batches can do about domains. */
export const DomainCommands = Layer.effectDiscard(Effect.gen(function*() {
  yield* registerDomainCreateCommands
  yield* registerDomainUpdateCommands
  yield* registerDomainTransferCommands
}))
