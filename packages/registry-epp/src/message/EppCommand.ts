import type { ContactCommand } from "./ContactCommand.ts"
import type { DomainCommand } from "./DomainCommand.ts"
import type { HostCommand } from "./HostCommand.ts"
import type { OtherUpdate } from "./OtherCommand.ts"
import type { SessionCommand } from "./SessionCommand.ts"

/**
 * A command as both sides see it, free of XML. Values are the texts of the wire: dates as the registry wrote them,
 * names as they were sent. Optional elements are absent, never empty.
 */
export type EppCommand = SessionCommand | DomainCommand | ContactCommand | HostCommand | OtherUpdate

/** Whether a command leaves everything as it is, so that it can be sent again when no answer came. */
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
