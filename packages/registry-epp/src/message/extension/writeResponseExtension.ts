import type { ResponseData } from "../ResponseData.ts"
import type { ResponseExtension } from "../ResponseExtension.ts"
import { writeLoginSecurityData } from "../session/loginSecurityData.ts"
import { writeRgpStatuses } from "./rgp.ts"
import { writeSecDnsInfo } from "./secDns.ts"
import { writeOthers, written } from "./writeOthers.ts"

/** What stands beside the data of an answer. Some elements are named after the command, which `data` tells. */
export const writeResponseExtension = (extension: ResponseExtension, data: ResponseData | undefined): string =>
  written(extension.secDNS, writeSecDnsInfo)
  + written(extension.rgp, (statuses) => writeRgpStatuses(data?._tag === "DomainData" ? "infData" : "upData", statuses))
  + written(extension.loginSecurity, writeLoginSecurityData)
  + writeOthers(extension)
