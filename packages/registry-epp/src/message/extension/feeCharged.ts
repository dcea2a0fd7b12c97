import { element, textElement } from "../../xml/writeXml.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { FeeCharged } from "../ResponseExtension.ts"
import { textOf } from "../UnreadablePart.ts"
import { readFeeAmounts, readFeePeriod, writeFeeAmounts, writeFeePeriod } from "./feeAmounts.ts"

const elements: Readonly<Record<FeeCharged["command"], string>> = {
  create: "creData",
  renew: "renData",
  transfer: "trnData",
  update: "updData",
  delete: "delData"
}

/** `fee:creData` and the like, of version 1.0 (RFC 8748, section 5.2). */
export const writeFeeCharged = (charged: FeeCharged): string =>
  element(
    `fee:${elements[charged.command]}`,
    textElement("fee:currency", charged.currency) + writeFeePeriod(charged.period) + writeFeeAmounts(charged)
      + textElement("fee:balance", charged.balance) + textElement("fee:creditLimit", charged.creditLimit),
    { "xmlns:fee": EppUri.fee }
  )

/** Reads the fee of a command, in any version; undefined for another element. Throws `UnreadablePart`. */
export const readFeeCharged = (data: XmlElement): FeeCharged | undefined => {
  const command = commands.find((one) => elements[one] === data.name)
  return command && present({
    command,
    currency: textOf(data, "currency"),
    period: readFeePeriod(data),
    ...readFeeAmounts(data),
    balance: textOf(data, "balance"),
    creditLimit: textOf(data, "creditLimit")
  })
}
const commands: ReadonlyArray<FeeCharged["command"]> = ["create", "renew", "transfer", "update", "delete"]
