import { BigDecimal, Option } from "effect"
import { trimmed } from "../../xml/whiteSpace.ts"
import type { EppCredit, EppFee } from "../CommandExtension.ts"

/**
 * An amount of the schemas, with at most 30 digits and without exponents: a short exponent could expand to gigabytes of
 * digits.
 */
const decimal = /^[+-]?\d{1,30}(?:\.\d{0,30})?$/

/** The exact sum of all amounts; undefined if one of them is invalid. */
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
