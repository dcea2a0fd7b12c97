import type {
  CheckExtension,
  CreateExtension,
  InfoExtension,
  RenewExtension,
  TransferExtension,
  UpdateExtension
} from "../CommandExtension.ts"
import type { CommandExtensions } from "../CommandExtensions.ts"
import { EppUri } from "../EppUri.ts"
import { readRgpUpdate } from "../extension/rgp.ts"
import { readSecDnsCreate, readSecDnsUpdate } from "../extension/secDns.ts"
import { present } from "../present.ts"

export const readCheckExtension = (extensions: CommandExtensions): CheckExtension | undefined => extensions.onlyOthers()

export const readInfoExtension = (extensions: CommandExtensions): InfoExtension | undefined => extensions.onlyOthers()

export const readCreateExtension = (extensions: CommandExtensions): CreateExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    secDNS: extensions.take(EppUri.secDNS, "create", readSecDnsCreate),
    other: extensions.others()
  })

export const readUpdateExtension = (extensions: CommandExtensions): UpdateExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    secDNS: extensions.take(EppUri.secDNS, "update", readSecDnsUpdate),
    rgp: extensions.take(EppUri.rgp, "update", readRgpUpdate),
    other: extensions.others()
  })

export const readRenewExtension = (extensions: CommandExtensions): RenewExtension | undefined => extensions.onlyOthers()

export const readTransferExtension = (extensions: CommandExtensions): TransferExtension | undefined =>
  extensions.onlyOthers()
