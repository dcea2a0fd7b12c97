import { Layer } from "effect"
import { slice } from "../shared/slice.ts"
import { ZoneClaimsApi } from "./ZoneClaimsApi.ts"
import * as ZoneClaimsHandlers from "./ZoneClaimsHandlers.ts"
import { ZoneDnssecApi } from "./ZoneDnssecApi.ts"
import * as ZoneDnssecHandlers from "./ZoneDnssecHandlers.ts"
import { ZoneFilesApi } from "./ZoneFilesApi.ts"
import * as ZoneFilesHandlers from "./ZoneFilesHandlers.ts"
import { ZoneHistoryApi } from "./ZoneHistoryApi.ts"
import * as ZoneHistoryHandlers from "./ZoneHistoryHandlers.ts"
import { ZoneRecordsApi } from "./ZoneRecordsApi.ts"
import * as ZoneRecordsHandlers from "./ZoneRecordsHandlers.ts"
import { ZonesApi } from "./ZonesApi.ts"
import * as ZonesHandlers from "./ZonesHandlers.ts"

export const dnsSlice = slice(
  [ZonesApi, ZoneRecordsApi, ZoneHistoryApi, ZoneFilesApi],
  Layer.mergeAll(ZonesHandlers.layer, ZoneRecordsHandlers.layer, ZoneHistoryHandlers.layer, ZoneFilesHandlers.layer)
)

/** Signing and ownership of zones; documents list them after the domains. */
export const dnsOwnershipSlice = slice(
  [ZoneDnssecApi, ZoneClaimsApi],
  Layer.mergeAll(ZoneDnssecHandlers.layer, ZoneClaimsHandlers.layer)
)
