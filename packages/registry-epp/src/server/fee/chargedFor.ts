import type { DomainDeleted } from "@namewright/core/registry"
import { Money } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { FeeAgreement } from "../../message/CommandExtension.ts"
import { EppUri } from "../../message/EppUri.ts"
import { present } from "../../message/present.ts"
import type { FeeCharged, ResponseExtension } from "../../message/ResponseExtension.ts"
import type { CommandContext } from "../Handlers.ts"

/**
 * The fee of a command and the balance after it, in the parts that the client agreed to, if any (RFC 8748, section
 * 5.2). Empty for sessions without the extension and for commands without a fee.
 */
export const chargedFor = Effect.fnUntraced(
  function*(
    command: FeeCharged["command"],
    cost: Money.Money | null,
    agreement: FeeAgreement | undefined,
    context: CommandContext
  ) {
    if (agreement !== undefined) {
      const { credits, fees } = agreement
      return yield* charged({ command, fees, credits }, context)
    }
    if (cost === null || cost.amount === 0 || !context.announced.extensions.has(EppUri.fee)) return {}
    const fees = [{ amount: Money.toDecimal(cost.amount), description: `${command} fee` }]
    return yield* charged({ command, fees, credits: [] }, context)
  }
)

/** The credit of a deletion for its grace periods, and the balance after it; empty without a credit. */
export const creditedFor = Effect.fnUntraced(
  function*({ credit }: DomainDeleted, context: CommandContext) {
    if (credit === null) return {}
    const credits = [{ amount: Money.toDecimal(-credit.amount), description: "grace period credit" }]
    return yield* charged({ command: "delete", fees: [], credits }, context)
  }
)

const charged = Effect.fnUntraced(
  function*(fee: Pick<FeeCharged, "command" | "fees" | "credits">, { account: { funds } }: CommandContext) {
    const balance = Option.map(yield* funds.balance, ({ amount }) => Money.toDecimal(amount))
    const extension: Partial<ResponseExtension> = {
      fee: present({ ...fee, currency: funds.currency, balance: Option.getOrUndefined(balance) })
    }
    return extension
  }
)
