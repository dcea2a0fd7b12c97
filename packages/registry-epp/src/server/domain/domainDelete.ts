import { Effect } from "effect"
import type { DomainDelete } from "../../message/DomainCommand.ts"
import type { Answer, Handler } from "../Handlers.ts"
import { commandIdOf } from "../transactionOf.ts"
import { domainName } from "./domainName.ts"

/** `delete` of a domain (RFC 5731, section 3.2.2): pending where redemption follows. */
export const domainDelete: Handler<DomainDelete> = Effect.fnUntraced(function*(command, context) {
  const name = yield* domainName(command.name)
  const { completed } = yield* context.account.registry.deleteDomain({ command_id: commandIdOf(context), name })
  const answer: Answer = { code: completed ? 1000 : 1001 }
  return answer
})
