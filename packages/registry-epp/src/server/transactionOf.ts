import { CommandId } from "@namewright/core/registry"
import type { TransactionIds } from "./answered.ts"

/**
 * What the simulated registry remembers a command by: both of its transaction ids, for a message about it has to name them
 * (RFC 5730, section 2.9.2.3). Clients choose theirs freely, so they are not held to the form of the platform's own.
 */
export const commandIdOf = ({ clTRID, svTRID }: TransactionIds): CommandId =>
  CommandId.make(clTRID === undefined ? svTRID : `${svTRID} ${clTRID}`, { disableChecks: true })

/** The transaction ids that a remembered command had; `otherwise` for the server's where it has none of this server. */
export const transactionOf = (commandId: string, otherwise: string): TransactionIds => {
  const space = commandId.indexOf(" ")
  if (space !== -1) return { svTRID: commandId.slice(0, space), clTRID: commandId.slice(space + 1) }
  return commandId.startsWith("NW-")
    ? { svTRID: commandId, clTRID: undefined }
    : { svTRID: otherwise, clTRID: commandId }
}
