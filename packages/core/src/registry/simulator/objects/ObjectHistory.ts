import type { Instant } from "../../../shared/index.ts"

/** Who made an object of a registry and who changed it last: `crID` to `trDate` of RFC 5731 to 5733. */
export interface ObjectHistory {
  /** The registrar who made it. */
  readonly creator: string
  /** Null while the registry thinks about the creation. */
  readonly created_on: Instant.Instant | null
  readonly updater: string | null
  readonly updated_on: Instant.Instant | null
  readonly transferred_on: Instant.Instant | null
}
