import type { Instant } from "../../../shared/index.ts"

/** Creation, last change and last transfer of an object of a registry: `crID` to `trDate` of RFC 5731 to 5733. */
export interface ObjectHistory {
  /** The registrar that created the object. */
  readonly creator: string
  /** Null while the creation waits for the registry's decision. */
  readonly created_on: Instant.Instant | null
  readonly updater: string | null
  readonly updated_on: Instant.Instant | null
  readonly transferred_on: Instant.Instant | null
}
