import type { ContactCommand } from "./ContactCommand.ts"
import type { DomainCommand } from "./DomainCommand.ts"
import type { HostCommand } from "./HostCommand.ts"
import type { OtherUpdate } from "./OtherCommand.ts"
import type { SessionCommand } from "./SessionCommand.ts"

/**
 * A command without XML, for both sides. Values are texts of the wire: dates as the registry wrote them, names as sent.
 * Optional members are absent, never empty.
 */
export type EppCommand = SessionCommand | DomainCommand | ContactCommand | HostCommand | OtherUpdate

/** True if a command changes nothing, so that it can be sent again after a lost response. */
export const isQuery = (command: EppCommand): boolean => {
  switch (command._tag) {
    case "DomainCheck":
    case "DomainInfo":
    case "ContactCheck":
    case "ContactInfo":
    case "HostCheck":
    case "HostInfo":
    case "PollRequest":
      return true
    case "DomainTransfer":
    case "ContactTransfer":
      return command.operation === "query"
    default:
      return false
  }
}
