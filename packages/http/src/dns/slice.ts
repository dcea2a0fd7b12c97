import { registration } from "../shared/registration.ts"
import { ZoneClaimsApi } from "./ZoneClaimsApi.ts"
import { ZoneDnssecApi } from "./ZoneDnssecApi.ts"
import { ZoneFilesApi } from "./ZoneFilesApi.ts"
import { ZoneHistoryApi } from "./ZoneHistoryApi.ts"
import { ZoneRecordsApi } from "./ZoneRecordsApi.ts"
import { ZonesApi } from "./ZonesApi.ts"

export const dnsSlice = [
  registration(ZonesApi, () => import("./ZonesHandlers.ts")),
  registration(ZoneRecordsApi, () => import("./ZoneRecordsHandlers.ts")),
  registration(ZoneHistoryApi, () => import("./ZoneHistoryHandlers.ts")),
  registration(ZoneFilesApi, () => import("./ZoneFilesHandlers.ts"))
] as const

/** Signing and ownership of zones; documents list them after the domains. */
export const dnsOwnershipSlice = [
  registration(ZoneDnssecApi, () => import("./ZoneDnssecHandlers.ts")),
  registration(ZoneClaimsApi, () => import("./ZoneClaimsHandlers.ts"))
] as const
