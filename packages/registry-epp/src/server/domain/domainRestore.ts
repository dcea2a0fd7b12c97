import type { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { RgpRestore } from "../../message/CommandExtension.ts"
import type { DomainUpdate } from "../../message/DomainCommand.ts"
import { agreedFee } from "../fee/agreedFee.ts"
import { chargedFor } from "../fee/chargedFor.ts"
import type { Answer, CommandContext } from "../Handlers.ts"
import { commandIdOf } from "../transactionOf.ts"
import { graceStatuses } from "./domainStatuses.ts"

/** A restore, or its report (RFC 3915, section 4.2.5), as an update that changes nothing else. */
export const domainRestore = Effect.fnUntraced(function*(
  { extension }: DomainUpdate,
  restore: RgpRestore,
  name: DomainName,
  context: CommandContext
) {
  const { account } = context
  const command_id = commandIdOf(context)
  const { completed } = restore.operation === "report"
    ? yield* account.domains.restore.report({ command_id, name })
    : yield* account.domains.restore.request({
      command_id,
      name,
      reason: null,
      fee: yield* agreedFee(extension?.fee, { name: "restore" }, name, context)
    })
  const record = yield* account.domains.find(name)
  const rgp = Option.match(record, { onNone: () => [], onSome: ({ domain }) => graceStatuses(domain.statuses) })
  const answer: Answer = {
    code: completed ? 1000 : 1001,
    extension: {
      ...(rgp.length === 0 ? {} : { rgp }),
      ...(restore.operation === "request" ? yield* chargedFor("update", null, extension?.fee, context) : {})
    }
  }
  return answer
})
