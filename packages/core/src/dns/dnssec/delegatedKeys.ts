import type { ZoneKey } from "./ZoneKey.ts"
import type { ZoneSigningProgress } from "./ZoneSigningState.ts"

/**
 * The keys whose DS records may be in the zone above. Every nameserver must have served the keys since before the
 * submission, and the DS records must not be under removal.
 */
export const delegatedKeys = <K extends Pick<ZoneKey, "is_delegated">>(
  progress: Pick<ZoneSigningProgress, "is_exposed" | "state"> | undefined,
  keys: ReadonlyArray<K>
): ReadonlyArray<K> => {
  switch (progress?.state ?? "unsigned") {
    case "unsigned":
    case "retreating":
    case "withdrawing":
    case "withdrawn":
      return []
    case "signing":
      return progress?.is_exposed === true ? keys.filter((key) => key.is_delegated) : []
    default:
      return keys.filter((key) => key.is_delegated)
  }
}
