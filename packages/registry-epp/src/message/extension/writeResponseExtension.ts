import type { ResponseData } from "../ResponseData.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"
import { writeLoginSecurityData } from "../session/loginSecurityData.ts"
import { writeAllocationToken } from "./allocationToken.ts"
import { writeChangeData } from "./changePoll.ts"
import { writeFeeCharged } from "./feeCharged.ts"
import { writeFeeChecked } from "./feeChecked.ts"
import { writeLaunchChecked } from "./launch.ts"
import { writeRgpStatuses } from "./rgp.ts"
import { writeSecDnsInfo } from "./secDns.ts"
import { writeOthers, written } from "./writeOthers.ts"

/** Writes the extensions of a response. Some elements are named after the command, which `data` determines. */
export const writeResponseExtension = (extension: ResponseExtension, data: ResponseData | undefined): string =>
  written(extension.secDNS, writeSecDnsInfo)
  + written(extension.rgp, (statuses) => writeRgpStatuses(data?._tag === "DomainData" ? "infData" : "upData", statuses))
  + written(extension.feeChecked, writeFeeChecked)
  + written(extension.fee, writeFeeCharged)
  + written(extension.launchChecked, writeLaunchChecked)
  + written(extension.allocationToken, writeAllocationToken)
  + written(extension.loginSecurity, writeLoginSecurityData)
  + written(extension.changed, writeChangeData)
  + writeOthers(extension)
