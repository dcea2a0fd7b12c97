import type { DomainCommand } from "../DomainCommand.ts"
import { writeAllocationToken, writeAllocationTokenInfo } from "../extension/allocationToken.ts"
import { writeFeeAgreement, writeFeeCheck } from "../extension/feeCommand.ts"
import { writeLaunchCheck, writeLaunchCreate } from "../extension/launch.ts"
import { writeRgpUpdate } from "../extension/rgp.ts"
import { writeSecDnsCreate, writeSecDnsUpdate } from "../extension/secDns.ts"
import { writeOthers, written } from "../extension/writeOthers.ts"

/**
 * Extensions of a command about a domain. `feeUri` is the version of the fee extension that the server supports. Throws
 * `IllegalCommand` for values that the version does not support.
 */
export const writeDomainExtension = (command: DomainCommand, feeUri: string): string =>
  command.extension === undefined ? "" : ownParts(command, feeUri) + writeOthers(command.extension)

const ownParts = (command: DomainCommand, feeUri: string): string => {
  switch (command._tag) {
    case "DomainCheck": {
      const { allocationToken, fee, launch } = command.extension ?? {}
      return written(fee, (check) => writeFeeCheck(check, command.names, feeUri))
        + written(launch, writeLaunchCheck)
        + written(allocationToken, writeAllocationToken)
    }
    case "DomainInfo":
      return written(command.extension?.allocationToken, writeAllocationTokenInfo)
    case "DomainCreate": {
      const { allocationToken, fee, launch, secDNS } = command.extension ?? {}
      return written(secDNS, writeSecDnsCreate)
        + written(fee, (agreed) => writeFeeAgreement("create", agreed, feeUri))
        + written(launch, writeLaunchCreate)
        + written(allocationToken, writeAllocationToken)
    }
    case "DomainUpdate": {
      const { fee, rgp, secDNS } = command.extension ?? {}
      return written(secDNS, writeSecDnsUpdate)
        + written(rgp, writeRgpUpdate)
        + written(fee, (agreed) => writeFeeAgreement("update", agreed, feeUri))
    }
    case "DomainRenew":
    case "DomainTransfer": {
      const { allocationToken, fee } = command.extension ?? {}
      const verb = command._tag === "DomainRenew" ? "renew" : "transfer"
      return written(fee, (agreed) => writeFeeAgreement(verb, agreed, feeUri))
        + written(allocationToken, writeAllocationToken)
    }
    case "DomainDelete":
      return ""
  }
}
