import { CommandId } from "@namewright/core/registry"
import type { TransactionIds } from "./answered.ts"

/**
 * Command id of the simulated registry for a command of EPP. It contains both transaction ids, because a message about
 * the command must name them (RFC 5730, section 2.9.2.3). Clients choose their ids freely, so the form of the
 * platform's ids is not required.
 */
export const commandIdOf = ({ clTRID, svTRID }: TransactionIds): CommandId =>
  CommandId.make(clTRID === undefined ? svTRID : `${svTRID} ${clTRID}`, { disableChecks: true })

/** The transaction ids of a command id. If it contains none of this server, `otherwise` is the server's id. */
export const transactionOf = (commandId: string, otherwise: string): TransactionIds => {
  const space = commandId.indexOf(" ")
  if (space !== -1) return { svTRID: commandId.slice(0, space), clTRID: commandId.slice(space + 1) }
  return commandId.startsWith("NW-")
    ? { svTRID: commandId, clTRID: undefined }
    : { svTRID: otherwise, clTRID: commandId }
}
