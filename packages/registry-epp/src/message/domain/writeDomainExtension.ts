import type { CreateExtension, UpdateExtension } from "../CommandExtension.ts"
import type { DomainCommand } from "../DomainCommand.ts"
import { writeRgpUpdate } from "../extension/rgp.ts"
import { writeSecDnsCreate, writeSecDnsUpdate } from "../extension/secDns.ts"
import { writeOthers, written } from "../extension/writeOthers.ts"

/** What stands beside a command about a domain. `feeUri` is the version of the fee extension that the server speaks. */
export const writeDomainExtension = (command: DomainCommand, _feeUri: string): string => {
  if (command.extension === undefined) return ""
  switch (command._tag) {
    case "DomainCreate":
      return create(command.extension) + writeOthers(command.extension)
    case "DomainUpdate":
      return update(command.extension) + writeOthers(command.extension)
    default:
      return writeOthers(command.extension)
  }
}

const create = (extension: CreateExtension): string => written(extension.secDNS, writeSecDnsCreate)

const update = (extension: UpdateExtension): string =>
  written(extension.secDNS, writeSecDnsUpdate) + written(extension.rgp, writeRgpUpdate)
