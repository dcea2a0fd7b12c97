import { Effect } from "effect"
import type { DomainDelete } from "../../message/DomainCommand.ts"
import { creditedFor } from "../fee/chargedFor.ts"
import type { Answer, Handler } from "../Handlers.ts"
import { domainName } from "../names.ts"
import { commandIdOf } from "../transactionOf.ts"

/** `delete` of a domain (RFC 5731, section 3.2.2). Pending if a redemption period follows. */
export const domainDelete: Handler<DomainDelete> = Effect.fnUntraced(function*(command, context) {
  const name = yield* domainName(command.name)
  const deleted = yield* context.account.registry.deleteDomain({ command_id: commandIdOf(context), name })
  const answer: Answer = { code: deleted.completed ? 1000 : 1001, extension: yield* creditedFor(deleted, context) }
  return answer
})
