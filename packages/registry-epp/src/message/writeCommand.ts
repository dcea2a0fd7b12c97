import { container, element, textElement, writeTree } from "../xml/writeXml.ts"
import type { EppVerb } from "./CommandContent.ts"
import { writeContactCommand } from "./contact/writeContactCommand.ts"
import { writeDomainCommand } from "./domain/writeDomainCommand.ts"
import { writeDomainExtension } from "./domain/writeDomainExtension.ts"
import type { EppCommand } from "./EppCommand.ts"
import { eppDocument } from "./eppDocument.ts"
import { EppUri } from "./EppUri.ts"
import { writeOthers } from "./extension/writeOthers.ts"
import { writeHostCommand } from "./host/writeHostCommand.ts"
import { writeLogin, writeLoginSecurity } from "./session/writeLogin.ts"
import type { Hello, SessionCommand } from "./SessionCommand.ts"

export interface CommandOptions {
  /** 3 to 64 characters, permanently unique at the registry across all processes. A hello has none. */
  readonly clTRID: string
  /** Version of the fee extension in the session. Default: RFC 8748. */
  readonly feeUri?: string
}

/**
 * Document of a command. Throws `IllegalCommand` for a command that cannot be written, and `IllegalXmlCharacter` for
 * text that XML does not allow.
 */
export const writeCommand = (command: EppCommand, { clTRID, feeUri = EppUri.fee }: CommandOptions): string =>
  eppDocument(
    command._tag === "Hello" ? "<hello/>" : element(
      "command",
      content(command)
        + container("extension", extension(command, feeUri))
        + textElement("clTRID", clTRID)
    )
  )

type SentCommand = Exclude<EppCommand, Hello>
type ObjectCommand = Exclude<SentCommand, SessionCommand>

const content = (command: SentCommand): string => {
  switch (command._tag) {
    case "Login":
      return writeLogin(command)
    case "Logout":
      return "<logout/>"
    case "PollRequest":
      return element("poll", "", { op: "req" })
    case "PollAcknowledgement":
      return element("poll", "", { op: "ack", msgID: command.messageId })
    default:
      return element(verbs[command._tag], object(command), "operation" in command ? { op: command.operation } : {})
  }
}

const verbs = {
  DomainCheck: "check",
  DomainInfo: "info",
  DomainCreate: "create",
  DomainUpdate: "update",
  DomainRenew: "renew",
  DomainTransfer: "transfer",
  DomainDelete: "delete",
  ContactCheck: "check",
  ContactInfo: "info",
  ContactCreate: "create",
  ContactUpdate: "update",
  ContactTransfer: "transfer",
  ContactDelete: "delete",
  HostCheck: "check",
  HostInfo: "info",
  HostCreate: "create",
  HostUpdate: "update",
  HostDelete: "delete",
  OtherUpdate: "update"
} satisfies Record<ObjectCommand["_tag"], EppVerb>

const object = (command: ObjectCommand): string => {
  switch (command._tag) {
    case "DomainCheck":
    case "DomainInfo":
    case "DomainCreate":
    case "DomainUpdate":
    case "DomainRenew":
    case "DomainTransfer":
    case "DomainDelete":
      return writeDomainCommand(command)
    case "ContactCheck":
    case "ContactInfo":
    case "ContactCreate":
    case "ContactUpdate":
    case "ContactTransfer":
    case "ContactDelete":
      return writeContactCommand(command)
    case "HostCheck":
    case "HostInfo":
    case "HostCreate":
    case "HostUpdate":
    case "HostDelete":
      return writeHostCommand(command)
    case "OtherUpdate":
      return writeTree(command.element, EppUri.epp)
  }
}

const extension = (command: SentCommand, feeUri: string): string => {
  switch (command._tag) {
    case "Login":
      return writeLoginSecurity(command)
    case "Logout":
    case "PollRequest":
    case "PollAcknowledgement":
      return ""
    case "DomainCheck":
    case "DomainInfo":
    case "DomainCreate":
    case "DomainUpdate":
    case "DomainRenew":
    case "DomainTransfer":
    case "DomainDelete":
      return writeDomainExtension(command, feeUri)
    default:
      return writeOthers(command.extension)
  }
}
