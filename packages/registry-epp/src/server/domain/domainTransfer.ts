import type { CommandError, NamedDomain, TransferRecord } from "@namewright/core/registry"
import { type DomainName, Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { DomainTransfer } from "../../message/DomainCommand.ts"
import { present } from "../../message/present.ts"
import type { DomainTransferData } from "../../message/ResponseData.ts"
import { agreedFee } from "../fee/agreedFee.ts"
import { chargedFor } from "../fee/chargedFor.ts"
import { type Answer, type CommandContext, CommandRefused, type Handler } from "../Handlers.ts"
import { domainName } from "../names.ts"
import { commandIdOf } from "../transactionOf.ts"
import { transferData } from "../transferData.ts"

/** `transfer` of a domain with all its operations (RFC 5731, sections 3.1.3 and 3.2.4). */
export const domainTransfer: Handler<DomainTransfer> = Effect.fnUntraced(function*(command, context) {
  const name = yield* domainName(command.name)
  const { registry } = context.account
  const named: NamedDomain = { command_id: commandIdOf(context), name }
  switch (command.operation) {
    case "query":
      return yield* shown(name, context, command.authInfo?.password)
    case "request":
      return yield* request(command, named, context)
    case "approve":
      return yield* decided(registry.approveTransfer(named), name, context)
    case "reject":
      return yield* decided(registry.rejectTransfer(named), name, context)
    case "cancel":
      return yield* decided(registry.cancelTransfer(named), name, context)
  }
})

const request = Effect.fnUntraced(function*(command: DomainTransfer, named: NamedDomain, context: CommandContext) {
  const { account } = context
  const question = present({ name: "transfer", period: command.period })
  const { completed, cost } = yield* account.registry.requestTransfer({
    ...named,
    auth_code: command.authInfo?.password ?? null,
    period: command.period ?? null,
    contacts: [],
    nameservers: [],
    attributes: {},
    allocation_token: command.extension?.allocationToken ?? null,
    fee: yield* agreedFee(command.extension?.fee, question, named.name, context)
  })
  const answer: Answer = {
    ...(yield* shown(named.name, context)),
    code: completed ? 1000 : 1001,
    extension: yield* chargedFor("transfer", cost, command.extension?.fee, context)
  }
  return answer
})

const decided = <A>(decision: Effect.Effect<A, CommandError>, name: DomainName, context: CommandContext) =>
  Effect.andThen(decision, shown(name, context))

/** The most recent transfer; fails with 2301 if none was requested. */
const shown = Effect.fnUntraced(function*(name: DomainName, { account }: CommandContext, authCode?: string) {
  const transfer = yield* account.domains.transfer(name, authCode)
  if (Option.isNone(transfer)) return yield* new CommandRefused({ code: 2301, text: "nobody asked for a transfer" })
  const answer: Answer = { code: 1000, data: domainTransferData(name, transfer.value) }
  return answer
})

/** Transfer data of the domain mapping. */
export const domainTransferData = (
  name: string,
  transfer: TransferRecord
): DomainTransferData =>
  present({
    _tag: "DomainTransferData",
    name,
    ...transferData(transfer),
    expiresOn: transfer.expires_on === null ? undefined : Instant.format(transfer.expires_on)
  })
