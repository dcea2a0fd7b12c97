import { zoneCreate } from "./ZoneCreateCommands.ts"
import { zonePatchRecords, zonePatchRrsets } from "./ZonePatchCommands.ts"
import { zoneRestamp } from "./ZoneRestampCommand.ts"
import { zoneUpdate } from "./ZoneUpdateCommands.ts"

/** Commands about zones. */
export const zoneCommands = [zoneCreate, zoneUpdate, zonePatchRrsets, zonePatchRecords, zoneRestamp] as const
