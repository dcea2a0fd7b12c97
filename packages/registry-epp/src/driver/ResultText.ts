import type { AuthInfo } from "../message/DomainCommand.ts"
import type { EppCommand } from "../message/EppCommand.ts"
import type { EppResponse, EppResult } from "../message/EppResponse.ts"
import { holdsSecret } from "../message/secretElements.ts"
import { withoutSecrets } from "../message/withoutSecrets.ts"
import { trimmed } from "../xml/whiteSpace.ts"
import type { XmlElement } from "../xml/XmlElement.ts"

/** Auth codes and allocation token of a command. The registry may quote them in its response. */
export const secretsOf = (command: EppCommand): ReadonlyArray<string> => {
  const authInfos: Array<AuthInfo | null | undefined> = []
  if ("authInfo" in command) authInfos.push(command.authInfo)
  if (command._tag === "DomainUpdate" || command._tag === "ContactUpdate") authInfos.push(command.change?.authInfo)
  const codes = authInfos.flatMap((authInfo) =>
    authInfo === undefined || authInfo === null || authInfo.password === "" ? [] : [authInfo.password]
  )
  const extension = "extension" in command ? command.extension : undefined
  return extension !== undefined && "allocationToken" in extension && typeof extension.allocationToken === "string"
    ? [...codes, extension.allocationToken]
    : codes
}

/** Text of all results with their reasons and the values at fault, without repeated phrases. */
export const resultText = ({ results }: EppResponse, secrets: ReadonlyArray<string>): string =>
  shortened(withoutSecrets(Array.from(new Set(results.flatMap(phrases))).join("; "), secrets))

/** Maximum length of a registry's text, in characters. */
const longestText = 2000

const shortened = (text: string): string =>
  text.length <= longestText ? text : text.slice(0, longestText).toWellFormed()

const phrases = ({ code, message, reasons, values }: EppResult): ReadonlyArray<string> =>
  [
    trimmed(message) === "" ? `Result ${code}` : trimmed(message),
    ...reasons.map(({ reason, value }) => withValue(trimmed(reason), value)),
    ...values.map((value) => withValue("", value))
  ].filter((phrase) => phrase !== "")

/** Short values of elements without secrets. */
const withValue = (reason: string, value: XmlElement): string => {
  const { name, text } = innermost(value)
  if (text === "" || text.length > 100 || holdsSecret(value)) return reason
  return reason === "" ? `${name}: ${text}` : `${reason} (${name}: ${text})`
}

const innermost = (element: XmlElement): { readonly name: string; readonly text: string } => {
  const [only, ...others] = element.children
  return only === undefined || others.length > 0
    ? { name: element.name, text: trimmed(element.text) }
    : innermost(only)
}
