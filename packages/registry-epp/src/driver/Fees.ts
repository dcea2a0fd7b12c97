import type { PremiumPrices } from "@namewright/core/registry"
import { Money, Text } from "@namewright/core/shared"
import { BigDecimal, Option, Schema } from "effect"
import type { FeeCommandName } from "../message/CommandExtension.ts"
import type { EppResponse } from "../message/EppResponse.ts"
import type { EppServices } from "../message/EppServices.ts"
import { feeTotal } from "../message/extension/feeTotal.ts"
import { asksOneFee, newestFeeUri } from "../message/extension/feeUri.ts"
import type { FeeAnswer, FeeOfName } from "../message/ResponseExtension.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"

/** True if the session has a supported version of the fee extension. */
export const canAskFees = ({ extensions }: EppServices): boolean => newestFeeUri(extensions) !== undefined

/** True if the registry charges more than the list price. Class names differ, so only standard classes are recognised. */
export const isPremium = (name: FeeOfName, standard: ReadonlyArray<string>): boolean =>
  name.class !== undefined && name.class !== "" &&
  !standard.some((standardClass) => Text.foldCase(standardClass) === Text.foldCase(name.class ?? ""))

/** Prices of a premium name in currencies of the platform. Other prices are absent. */
export const premiumPrices = (
  name: FeeOfName,
  currency: string,
  profile: RegistryProfile
): PremiumPrices | null =>
  profile.fee !== null && isPremium(name, profile.fee.standard_classes)
    ? Object.fromEntries(
      priced.flatMap((command) => {
        const price = priceOf(name.commands.find((answer) => answer.name === command), currency)
        return price === undefined ? [] : [[command, price]]
      })
    )
    : null

const priced = ["create", "renew", "transfer", "restore"] as const satisfies ReadonlyArray<FeeCommandName>

/** Commands of a fee check: all with a price, or the first if the version allows only one. */
export const askedCommands = ({ extensions }: EppServices): ReadonlyArray<FeeCommandName> =>
  asksOneFee(newestFeeUri(extensions)) ? priced.slice(0, 1) : priced

const isCurrency = Schema.is(Money.Currency)

const priceOf = (answer: FeeAnswer | undefined, currency: string): Money.Money | undefined =>
  answer === undefined || answer.fees.length === 0 ? undefined : moneyOf(feeTotal(answer), currency)

/** An amount in one of the platform's currencies; undefined for another currency or more than two decimals. */
const moneyOf = (total: BigDecimal.BigDecimal | undefined, currency: string | undefined): Money.Money | undefined => {
  if (total === undefined || !isCurrency(currency)) return undefined
  const amount = Money.fromDecimal(BigDecimal.format(BigDecimal.normalize(total)))
  return amount === undefined ? undefined : { amount, currency }
}

/** The fee that the registry charged for a command (RFC 8748, section 5.2); null if the response contains none. */
export const costOf = ({ extension: { fee } }: EppResponse): Money.Money | null =>
  fee === undefined || fee.fees.length === 0 ? null : moneyOf(feeTotal(fee), fee.currency) ?? null

/**
 * The credit of a deletion (RFC 8748, section 5.2.2), as a positive amount although the extension uses negative ones.
 * Zero if the response has the element without a credit, null if it has no such element.
 */
export const creditOf = ({ extension: { fee } }: EppResponse): Money.Money | null => {
  if (fee === undefined) return null
  const total = feeTotal({ fees: [], credits: fee.credits })
  return moneyOf(total === undefined ? undefined : BigDecimal.abs(total), fee.currency) ?? null
}

/** True if the registry's fee equals the agreed fee. */
export const isAgreed = (answer: FeeAnswer, currency: string, agreed: Money.Money): boolean => {
  const total = feeTotal(answer)
  const expected = BigDecimal.fromString(Money.toDecimal(agreed.amount))
  return total !== undefined && currency === agreed.currency && Option.isSome(expected) &&
    BigDecimal.equals(total, expected.value)
}
