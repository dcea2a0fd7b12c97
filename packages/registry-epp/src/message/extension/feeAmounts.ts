import { boolean, decimal, duration, enumeration, integer, language, type SimpleType } from "../../xml/SimpleType.ts"
import { optionalAttribute, type StrictContent, valueOf } from "../../xml/StrictContent.ts"
import { trimmed } from "../../xml/whiteSpace.ts"
import { textElement } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { EppCredit, EppFee } from "../CommandExtension.ts"
import type { EppPeriod } from "../EppPeriod.ts"
import { present } from "../present.ts"
import { UnreadablePart } from "../UnreadablePart.ts"

/** Fees and credits of one command. */
export interface FeeAmounts {
  readonly fees: ReadonlyArray<EppFee>
  readonly credits: ReadonlyArray<EppCredit>
}

/** `fee` elements, then `credit` elements (RFC 8748, section 3.4). */
export const writeFeeAmounts = ({ credits, fees }: FeeAmounts): string =>
  fees.map(writeFee).join("")
  + credits.map(({ amount, description }) => textElement("fee:credit", amount, { description })).join("")

const writeFee = ({ amount, applied, description, gracePeriod, refundable }: EppFee): string =>
  textElement("fee:fee", amount, {
    description,
    refundable: refundable === undefined ? undefined : refundable ? 1 : 0,
    "grace-period": gracePeriod,
    applied
  })

/** `fee:period`; empty without a period. */
export const writeFeePeriod = (length: EppPeriod | undefined): string =>
  length === undefined ? "" : textElement("fee:period", String(length.value), { unit: length.unit })

/** Three letters of ISO 4217; the schema allows no white space around them. */
export const currency: SimpleType<string> = (text) => /^[A-Z]{3}$/.test(text) ? text : undefined

const isZero = (amount: string): boolean => /^[+-]?[0.]*$/.test(amount)
const nonNegative: SimpleType<string> = (text) => {
  const amount = decimal(text)
  return amount === undefined || (amount.startsWith("-") && !isZero(amount)) ? undefined : amount
}
const notPositive: SimpleType<string> = (text) => {
  const amount = decimal(text)
  return amount === undefined || !(amount.startsWith("-") || isZero(amount)) ? undefined : amount
}
const anyText: SimpleType<string> = (text) => text
const applied = enumeration("immediate", "delayed")

/** Reads `minimum` or more `fee` elements and any number of `credit` elements by the schema of version 1.0. */
export const strictFeeAmounts = (content: StrictContent, minimum: number): FeeAmounts => ({
  fees: content.many("fee", minimum).map(strictFee),
  credits: content.many("credit", 0).map((credit) => {
    optionalAttribute(credit, "lang", language)
    return present({
      amount: valueOf(credit, notPositive, ["description", "lang"]),
      description: optionalAttribute(credit, "description", anyText)
    })
  })
})

const strictFee = (fee: XmlElement): EppFee => {
  optionalAttribute(fee, "lang", language)
  return present({
    amount: valueOf(fee, nonNegative, ["description", "lang", "refundable", "grace-period", "applied"]),
    description: optionalAttribute(fee, "description", anyText),
    refundable: optionalAttribute(fee, "refundable", boolean),
    gracePeriod: optionalAttribute(fee, "grace-period", duration),
    applied: optionalAttribute(fee, "applied", applied)
  })
}

/** Reads the fees and credits of a response in any version. Throws `UnreadablePart` for an invalid amount. */
export const readFeeAmounts = (parent: XmlElement): FeeAmounts => ({
  fees: childrenOf(parent, "fee").map((fee) =>
    present({
      amount: amountOf(fee),
      description: fee.attributes["description"],
      refundable: boolean(fee.attributes["refundable"] ?? ""),
      gracePeriod: fee.attributes["grace-period"],
      applied: applied(fee.attributes["applied"] ?? "")
    })
  ),
  credits: childrenOf(parent, "credit").map((credit) =>
    present({ amount: amountOf(credit), description: credit.attributes["description"] })
  )
})

const amountOf = (element: XmlElement): string => {
  const amount = decimal(element.text)
  if (amount === undefined) throw new UnreadablePart(`${element.name} holds no amount`)
  return amount
}

/** Reads the period of a response; undefined if it is absent or invalid. */
export const readFeePeriod = (parent: XmlElement): EppPeriod | undefined => {
  const period = child(parent, "period")
  const value = integer(1, 9999)(period?.text ?? "")
  const unit = trimmed(period?.attributes["unit"] ?? "")
  return value !== undefined && (unit === "y" || unit === "m") ? { value, unit } : undefined
}
