import { enumeration, token } from "../../xml/SimpleType.ts"
import { optionalAttribute, requiredAttribute, StrictContent } from "../../xml/StrictContent.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import type { FeeAgreement, FeeCheck, FeeQuestion } from "../CommandExtension.ts"
import { IllegalCommand } from "../IllegalCommand.ts"
import { strictPeriod } from "../object/strictObjectParts.ts"
import { present } from "../present.ts"
import { currency, strictFeeAmounts, writeFeeAmounts, writeFeePeriod } from "./feeAmounts.ts"
import { type FeeUri, isFeeUri } from "./feeUri.ts"

/**
 * `fee:check` for these names, in a version of the extension. Version 0.11 can query one command at a time. Throws
 * `IllegalCommand` for an unknown version, and for values that the version does not support.
 */
export const writeFeeCheck = (check: FeeCheck, names: ReadonlyArray<string>, uri: string): string => {
  if (!isFeeUri(uri)) throw unknownVersion()
  return mapped("check", uri, questions(check, names, uri))
}

/**
 * `fee:create` and the like: the fee that the client agrees to pay. Throws `IllegalCommand` for an unknown version, and
 * for values that the version does not support.
 */
export const writeFeeAgreement = (
  command: "create" | "renew" | "transfer" | "update",
  agreement: FeeAgreement,
  uri: string
): string => {
  if (!isFeeUri(uri)) throw unknownVersion()
  if (uri === "urn:ietf:params:xml:ns:fee-0.6") {
    if (agreement.currency === undefined) throw new IllegalCommand("Version 0.6 of the fee extension needs a currency")
    if (agreement.credits.length > 0) throw new IllegalCommand("Version 0.6 of the fee extension has no agreed credits")
  }
  return mapped(command, uri, textElement("fee:currency", agreement.currency) + writeFeeAmounts(agreement))
}

const unknownVersion = (): IllegalCommand => new IllegalCommand("This version of the fee extension is not known")

const mapped = (name: string, uri: FeeUri, content: string): string =>
  element(`fee:${name}`, content, { "xmlns:fee": uri })

const questions = (check: FeeCheck, names: ReadonlyArray<string>, uri: FeeUri): string => {
  const inCurrency = textElement("fee:currency", check.currency)
  switch (uri) {
    case "urn:ietf:params:xml:ns:fee-0.6":
      return names.flatMap((name) =>
        check.commands.map((question) =>
          element(
            "fee:domain",
            textElement("fee:name", name) + inCurrency + commandByText(question) + writeFeePeriod(question.period)
          )
        )
      ).join("")
    case "urn:ietf:params:xml:ns:fee-0.11": {
      const [question, second] = check.commands
      if (question === undefined || second !== undefined) {
        throw new IllegalCommand("Version 0.11 of the fee extension asks about one command at a time")
      }
      return commandByText(question) + inCurrency + writeFeePeriod(question.period)
    }
    case "urn:ietf:params:xml:ns:fee-0.12":
      return inCurrency + check.commands.map((question) =>
        element("fee:command", writeFeePeriod(question.period), {
          name: wordOf(question),
          phase: question.phase,
          subphase: question.subphase
        })
      ).join("")
    default:
      return inCurrency
        + check.commands.map((question) =>
          element("fee:command", writeFeePeriod(question.period), questionAttributes(question))
        ).join("")
  }
}

/** Attributes of `fee:command`. The oldest versions contain the name as text. */
export const questionAttributes = ({ customName, name, phase, subphase }: FeeQuestion) => ({
  name,
  customName,
  phase,
  subphase
})

const commandByText = (question: FeeQuestion): string =>
  textElement("fee:command", wordOf(question), { phase: question.phase, subphase: question.subphase })

/** Before version 0.23 custom and standard commands had their names in the same attribute. */
const wordOf = ({ customName, name }: FeeQuestion): string => {
  if (name !== "custom") return name
  if (customName === undefined) throw new IllegalCommand("This version of the fee extension needs the command's name")
  return customName
}

/** Reads `fee:check` strictly by the schema of version 1.0. */
export const readFeeCheck = (check: XmlElement): FeeCheck => {
  const content = new StrictContent(check)
  const requested = content.optionalValue("currency", currency)
  const commands = content.many("command", 1).map(strictQuestion)
  content.end()
  return present({ currency: requested, commands })
}

const commandName = enumeration("create", "delete", "renew", "update", "transfer", "restore", "custom")

const strictQuestion = (command: XmlElement): FeeQuestion => {
  const content = new StrictContent(command, ["name", "customName", "phase", "subphase"])
  const length = content.optional("period")
  content.end()
  return present({
    name: requiredAttribute(command, "name", commandName),
    customName: optionalAttribute(command, "customName", token()),
    phase: optionalAttribute(command, "phase", token()),
    subphase: optionalAttribute(command, "subphase", token()),
    period: length && strictPeriod(length)
  })
}

/** Reads `fee:create` and the like strictly by the schema of version 1.0. */
export const readFeeAgreement = (agreement: XmlElement): FeeAgreement => {
  const content = new StrictContent(agreement)
  const inCurrency = content.optionalValue("currency", currency)
  const amounts = strictFeeAmounts(content, 1)
  content.end()
  return present({ currency: inCurrency, ...amounts })
}
