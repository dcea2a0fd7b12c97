import { boolean } from "../../xml/SimpleType.ts"
import { trimmed } from "../../xml/whiteSpace.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { FeeCommandName } from "../CommandExtension.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { FeeAnswer, FeeChecked, FeeOfName } from "../ResponseExtension.ts"
import { requiredText, textOf, UnreadablePart } from "../UnreadablePart.ts"
import { readFeeAmounts, readFeePeriod, writeFeeAmounts, writeFeePeriod } from "./feeAmounts.ts"
import { questionAttributes } from "./feeCommand.ts"

/** `fee:chkData` of version 1.0 (RFC 8748, section 5.1.1). */
export const writeFeeChecked = ({ currency, names }: FeeChecked): string =>
  element("fee:chkData", textElement("fee:currency", currency) + names.map(writeName).join(""), {
    "xmlns:fee": EppUri.fee
  })

const writeName = (name: FeeOfName): string =>
  element(
    "fee:cd",
    textElement("fee:objID", name.id) + textElement("fee:class", name.class) + name.commands.map(writeAnswer).join("")
      + textElement("fee:reason", name.reason),
    { avail: name.available ? 1 : 0 }
  )

const writeAnswer = (answer: FeeAnswer): string =>
  element(
    "fee:command",
    writeFeePeriod(answer.period) + writeFeeAmounts(answer) + textElement("fee:reason", answer.reason),
    { ...questionAttributes(answer), standard: answer.standard ? 1 : 0 }
  )

/**
 * Reads `fee:chkData` of any version. Before version 1.0 only the class `standard` identified a standard fee. Throws
 * `UnreadablePart` without a currency.
 */
export const readFeeChecked = (data: XmlElement): FeeChecked => {
  const answers = childrenOf(data, "cd")
  const isFlat = answers.some((answer) => child(answer, "currency") !== undefined)
  return isFlat ? readFlat(answers) : { currency: requiredText(data, "currency"), names: answers.map(readName) }
}

/** Versions 0.12 to 1.0: one element per name with its commands. */
const readName = (answer: XmlElement): FeeOfName => {
  const commands = childrenOf(answer, "command")
  // Version 0.12 has the availability of prices per command, the others per name.
  const priced = commands.filter(({ attributes }) => boolean(attributes["avail"] ?? "") !== false)
  return present({
    id: idOf(answer),
    available: boolean(answer.attributes["avail"] ?? "") !== false && (commands.length === 0 || priced.length > 0),
    class: textOf(answer, "class") ?? classOf(commands),
    commands: priced.map((command) =>
      readAnswer(command, command.attributes["name"], boolean(command.attributes["standard"] ?? ""))
    ),
    reason: textOf(answer, "reason") ?? reasonOf(commands.filter((command) => !priced.includes(command)))
  })
}

/** Versions 0.6 and 0.11: one element per name and command, each with its own currency. */
const readFlat = (answers: ReadonlyArray<XmlElement>): FeeChecked => {
  const currency = answers.map((answer) => textOf(answer, "currency")).find((one) => one !== undefined)
  if (currency === undefined) throw new UnreadablePart("chkData lacks currency")
  const byId = Map.groupBy(answers, idOf)
  return { currency, names: [...byId].map(([id, ofName]) => readFlatName(id, ofName, currency)) }
}

const readFlatName = (id: string, answers: ReadonlyArray<XmlElement>, currency: string): FeeOfName => {
  // Amounts in a second currency are omitted: they were not requested.
  const priced = answers.filter((answer) =>
    boolean(answer.attributes["avail"] ?? "") !== false && textOf(answer, "currency") === currency
  )
  return present({
    id,
    available: priced.length > 0,
    class: classOf(answers),
    commands: priced.map((answer) => {
      const command = child(answer, "command")
      return readAnswer(answer, command?.text, undefined, command)
    }),
    reason: reasonOf(answers.filter((answer) => !priced.includes(answer)))
  })
}

/** Price of a command. In versions 0.6 and 0.11 its attributes are on a sibling of the fees. */
const readAnswer = (
  parent: XmlElement,
  word: string | undefined,
  isStandard: boolean | undefined,
  { attributes }: Pick<XmlElement, "attributes"> = parent
): FeeAnswer =>
  present({
    ...readCommand(word, attributes["customName"]),
    phase: attributes["phase"],
    subphase: attributes["subphase"],
    period: readFeePeriod(parent),
    standard: isStandard ?? textOf(parent, "class")?.toLowerCase() === "standard",
    ...readFeeAmounts(parent),
    reason: textOf(parent, "reason")
  })

/** Older versions have the names of custom and standard commands in the same attribute. */
const readCommand = (word: string | undefined, customName: string | undefined) => {
  const command = trimmed(word ?? "")
  const name = commandNames.find((standard) => standard === command)
  if (name !== undefined) return { name, customName }
  if (command === "") throw new UnreadablePart("command has no name")
  return { name: "custom" as const, customName: command }
}
const commandNames: ReadonlyArray<FeeCommandName> = [
  "create",
  "delete",
  "renew",
  "update",
  "transfer",
  "restore",
  "custom"
]

/** `objID`, `name` of version 0.6, or the name in `object`. */
const idOf = (answer: XmlElement): string => {
  const id = textOf(answer, "objID") ?? textOf(answer, "name") ?? nameIn(child(answer, "object"))
  if (id === undefined || id === "") throw new UnreadablePart("cd does not name its object")
  return id
}

const nameIn = (object: XmlElement | undefined): string | undefined => {
  const [name] = object?.children ?? []
  return name && trimmed(name.text)
}

const classOf = (parts: ReadonlyArray<XmlElement>): string | undefined =>
  parts.map((part) => textOf(part, "class")).find((one) => one !== undefined)

const reasonOf = (parts: ReadonlyArray<XmlElement>): string | undefined =>
  parts.map((part) => textOf(part, "reason")).find((one) => one !== undefined)
