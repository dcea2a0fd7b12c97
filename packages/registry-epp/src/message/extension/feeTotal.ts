import { BigDecimal, Option } from "effect"
import { trimmed } from "../../xml/whiteSpace.ts"
import type { EppCredit, EppFee } from "../CommandExtension.ts"

/** An amount in the form of the schemas, without exponents: a short one could expand to gigabytes of digits. */
const decimal = /^[+-]?\d{1,30}(?:\.\d{0,30})?$/

/** The sum of all parts, exact; undefined when one of them is no number. */
export const feeTotal = (
  { credits, fees }: { readonly fees: ReadonlyArray<EppFee>; readonly credits: ReadonlyArray<EppCredit> }
): BigDecimal.BigDecimal | undefined => {
  let total = BigDecimal.fromNumberUnsafe(0)
  for (const { amount } of [...fees, ...credits]) {
    const part = decimal.test(trimmed(amount)) ? BigDecimal.fromString(trimmed(amount)) : Option.none()
    if (Option.isNone(part)) return undefined
    total = BigDecimal.sum(total, part.value)
  }
  return total
}
