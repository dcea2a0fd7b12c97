import { Text } from "../shared/index.ts"

/** Name and address of a sender, such as `Example Registrar <noreply@example.com>` or `noreply@example.com`. */
const sender = /^(?:(?<name>[^<>"\p{Cc}]+) <(?<enclosed>[^\s<>@"]+@[^\s<>@"]+)>|(?<bare>[^\s<>@"]+@[^\s<>@"]+))$/u

/** A mail address with the name that mail programs show. */
export interface MailSender {
  /** Empty without a name. */
  readonly name: string
  readonly address: string
}

/** Reads `Name <address>` or an address. Undefined if the text is neither. */
export const parseSender = (text: string): MailSender | undefined => {
  const groups = sender.exec(text.trim())?.groups
  const address = groups?.["enclosed"] ?? groups?.["bare"]
  return address === undefined ? undefined : { name: groups?.["name"]?.trim() ?? "", address }
}

/** An address with its domain in lower case. The part before the @ may depend on the case of its letters. */
export const mailAddressOf = (email: string): string => {
  const at = email.lastIndexOf("@")
  return `${email.slice(0, at)}${Text.foldCase(email.slice(at))}`
}

/** Domain of an address. */
export const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf("@") + 1)
