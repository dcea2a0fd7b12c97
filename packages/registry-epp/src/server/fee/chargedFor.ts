import type { DomainDeleted } from "@namewright/core/registry"
import { Money } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { FeeAgreement } from "../../message/CommandExtension.ts"
import { present } from "../../message/present.ts"
import type { FeeCharged, ResponseExtension } from "../../message/ResponseExtension.ts"
import type { CommandContext } from "../Handlers.ts"

/** What a command cost and what is left, for clients that agreed to a fee (RFC 8748, section 5.2). */
export const chargedFor = Effect.fnUntraced(
  function*(command: FeeCharged["command"], agreement: FeeAgreement | undefined, context: CommandContext) {
    if (agreement === undefined) return {}
    const { credits, fees } = agreement
    return yield* charged({ command, fees, credits }, context)
  }
)

/** What a deletion brought back from its grace periods, and what is there now; nothing where it brought nothing. */
export const creditedFor = Effect.fnUntraced(
  function*({ credit: { amount } }: DomainDeleted, context: CommandContext) {
    if (amount === 0) return {}
    const credits = [{ amount: Money.toDecimal(-amount), description: "grace period credit" }]
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
