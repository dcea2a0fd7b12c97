import type { AgreedFee } from "@namewright/core/registry"
import { Money } from "@namewright/core/shared"
import { Effect } from "effect"
import type { FeeAgreement } from "../../message/CommandExtension.ts"
import { CommandRefused } from "../Handlers.ts"
import { registryCurrency } from "./registryCurrency.ts"

/**
 * The sum that a client agrees to pay (RFC 8748, section 5.2), credits taken off; null where it says nothing. Another
 * currency than the registry's is 2004.
 */
export const agreedFee = (agreement: FeeAgreement | undefined): Effect.Effect<AgreedFee | null, CommandRefused> => {
  if (agreement === undefined) return Effect.succeed(null)
  if (agreement.currency !== undefined && agreement.currency !== registryCurrency) {
    return Effect.fail(new CommandRefused({ code: 2004, text: `the registry counts in ${registryCurrency}` }))
  }
  const parts = [...agreement.fees, ...agreement.credits].map(({ amount }) => minorUnits(amount))
  if (parts.includes(undefined)) {
    return Effect.fail(new CommandRefused({ code: 2004, text: "an amount has two decimals" }))
  }
  const sum = parts.reduce<number>((total, part) => total + (part ?? 0), 0)
  return Effect.succeed({ amount: Money.MinorUnits.make(sum), currency: registryCurrency })
}

/** A decimal of XML Schema, which may have a sign and zeros behind the second decimal. */
const minorUnits = (amount: string): number | undefined =>
  Money.fromDecimal(amount.replace(/^\+/, "").replace(/(\.\d{2})0+$/, "$1").replace(/\.$/, ""))
