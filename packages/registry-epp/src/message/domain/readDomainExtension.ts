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
import { readAllocationToken, readAllocationTokenInfo } from "../extension/allocationToken.ts"
import { readFeeAgreement, readFeeCheck } from "../extension/feeCommand.ts"
import { readLaunchCheck, readLaunchCreate } from "../extension/launch.ts"
import { readRgpUpdate } from "../extension/rgp.ts"
import { readSecDnsCreate, readSecDnsUpdate } from "../extension/secDns.ts"
import { present } from "../present.ts"

export const readCheckExtension = (extensions: CommandExtensions): CheckExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    fee: extensions.take(EppUri.fee, "check", readFeeCheck),
    launch: extensions.take(EppUri.launch, "check", readLaunchCheck),
    allocationToken: tokenOf(extensions),
    other: extensions.others()
  })

export const readInfoExtension = (extensions: CommandExtensions): InfoExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    allocationToken: extensions.take(EppUri.allocationToken, "info", readAllocationTokenInfo),
    other: extensions.others()
  })

export const readCreateExtension = (extensions: CommandExtensions): CreateExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    secDNS: extensions.take(EppUri.secDNS, "create", readSecDnsCreate),
    fee: extensions.take(EppUri.fee, "create", readFeeAgreement),
    launch: extensions.take(EppUri.launch, "create", readLaunchCreate),
    allocationToken: tokenOf(extensions),
    other: extensions.others()
  })

export const readUpdateExtension = (extensions: CommandExtensions): UpdateExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    secDNS: extensions.take(EppUri.secDNS, "update", readSecDnsUpdate),
    rgp: extensions.take(EppUri.rgp, "update", readRgpUpdate),
    fee: extensions.take(EppUri.fee, "update", readFeeAgreement),
    other: extensions.others()
  })

export const readRenewExtension = (extensions: CommandExtensions): RenewExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    fee: extensions.take(EppUri.fee, "renew", readFeeAgreement),
    allocationToken: tokenOf(extensions),
    other: extensions.others()
  })

export const readTransferExtension = (extensions: CommandExtensions): TransferExtension | undefined =>
  extensions.isEmpty ? undefined : present({
    fee: extensions.take(EppUri.fee, "transfer", readFeeAgreement),
    allocationToken: tokenOf(extensions),
    other: extensions.others()
  })

const tokenOf = (extensions: CommandExtensions): string | undefined =>
  extensions.take(EppUri.allocationToken, "allocationToken", readAllocationToken)
