import type { RegistryRefusal } from "../../registry/index.ts"
import type { DomainName } from "../../shared/index.ts"
import { AuthCodeWrong, TransferNotAllowed, TransferRefused } from "./TransferError.ts"

/** Error for the registry's refusal of a transfer, if there is a specific one. */
export const refusedTransfer = (domain_name: DomainName, { message, reason }: RegistryRefusal) => {
  switch (reason) {
    case "invalidAuthCode":
      return new AuthCodeWrong({ domain_name, reason: message })
    case "notEligible":
    case "statusProhibits":
    case "transferPending":
      return new TransferNotAllowed({ domain_name, reason: message })
    case "objectMissing":
    case "notSponsor":
      return new TransferRefused({ domain_name, reason: message })
    default:
      return undefined
  }
}
